import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { readDraft } from '../documents/draft.ts';
import { Refusal } from '../errors.ts';
import { ProgramError } from '../run-program.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { createTeam } from '../testing/team.ts';

const sound = { 'discovery.js': '', 'remoteEntry.js': '' };

describe('release build', () => {
  it('gives the same bytes for the same source', async () => {
    const { folder, done, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    for (const out of ['one', 'two']) await done(`${line} --out ${out}`);
    const read = (out: string) => readFile(join(folder, out, 'manifest.json'));
    expect(await read('one')).toEqual(await read('two'));
  });

  it('refuses a file that changed after the build, or was added', async () => {
    const { folder, refused, remote, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    const built = join(folder, remote, 'dist/releases/1.0.0');
    await writeFile(join(built, 'more.js'), '');
    expect(await refused(line)).toContain('command/unlisted');
    await writeFile(join(built, 'chunk.js'), 'export const one = 2;');
    expect(await refused(line)).toContain('command/altered');
  });

  it('refuses what is not built, and a source that nobody can tell', async () => {
    const { folder, refused, remote, writeBuilt } = await createTeam();
    expect(await refused(`build ${remote} --built`)).toContain('command/no-remote-folder');
    const line = await writeBuilt('1.0.0', 1);
    await rm(join(folder, remote, 'dist/release.json'));
    expect(await refused(line)).toContain('command/not-built');
    await writeFile(join(folder, '.git'), 'gitdir: nowhere');
    expect(await refused(`build ${remote} --built`)).toContain('command/no-source');
  });
});

describe('a build by the command', () => {
  it('runs the remote’s own build, in an environment of which nothing can end in the bytes', async () => {
    const { folder, done, commit, context, programs } = await createSourceTeam();
    await commit('1.2.0', sound);
    const env = { PATH: '/bin', HOME: '/home/ann', VITEST: 'true', VITE_KEY: 'secret', TZ: 'Asia/Tokyo' };
    expect(await done('build remote-evm', { ...context, env })).toMatchObject({
      version: '1.2.0',
      sequence: 1,
    });
    expect(programs).toMatchObject([
      {
        command: process.execPath,
        args: [
          join(folder, 'node_modules/vite/bin/vite.js'),
          'build',
          ...['--configLoader', 'runner'],
          ...['--logLevel', 'warn'],
        ],
        folder: join(folder, 'remote-evm'),
      },
    ]);
    expect(programs[0]?.env).toEqual({
      PATH: '/bin',
      HOME: '/home/ann',
      NODE_ENV: 'production',
      NO_COLOR: '1',
      TZ: 'UTC',
      LC_ALL: 'C',
    });
  });

  it('is named by another version where one is given, with the same bytes in its files', async () => {
    const { done, run, commit, context } = await createSourceTeam();
    await commit('1.2.0', sound);
    const made = await done<{ folder: string }>('build remote-evm', context);
    const named = await done<{ folder: string }>('build remote-evm --version 2.0.0-rc.1', context);
    expect(named).toMatchObject({ version: '2.0.0-rc.1', folder: expect.stringMatching(/2\.0\.0-rc\.1$/) });
    const [one, two] = [await readManifest(made.folder), await readManifest(named.folder)];
    expect(two).toEqual({ ...one, version: '2.0.0-rc.1' });
    expect(await run('build remote-evm --version next', context)).toMatchObject({ exitCode: 2 });
    expect(await run('build nowhere --version next', context)).toMatchObject({ exitCode: 2 });
  });

  it('tells what the build said if it fails, and what to do if nothing is installed', async () => {
    const { folder, refused, commit } = await createSourceTeam();
    await commit('1.2.0', sound);
    const run = async () => {
      throw new ProgramError('src/chain.ts: Unexpected token');
    };
    expect(await refused('build remote-evm', { run })).toContain('It said:\nsrc/chain.ts: Unexpected token');
    await rm(join(folder, 'node_modules'), { recursive: true });
    expect(await refused('build remote-evm', { run })).toContain('command/not-installed');
  });
});

describe('the source of a release', () => {
  it('is the commit with its own time, and says of itself if there are changes that no commit has', async () => {
    const { folder, done, refused, commit, context } = await createSourceTeam();
    const id = await commit('1.2.0', sound);
    const build = async () => {
      const made = await done<{ folder: string }>('build remote-evm --dirty', context);
      return readManifest(made.folder);
    };
    const clean = await build();
    expect(clean).toMatchObject({ commit: id, builtAt: '2026-11-20T12:00:00Z' });
    expect(clean).not.toHaveProperty('dirty');
    await writeFile(join(folder, 'stray.txt'), '');
    expect(await refused('build remote-evm', context)).toContain('such as stray.txt');
    expect(await build()).toMatchObject({ commit: id, dirty: true });
  });

  it('is no commit outside of a repository', async () => {
    const { done, writeBuilt } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    expect(await readManifest(folder)).toMatchObject({ dirty: true, commit: '0'.repeat(40) });
  });
});

describe('the sequence of a dirty release', () => {
  it('rises above those of the other versions that were built here, and stays where the same is built again', async () => {
    const { folder, done, commit, context } = await createSourceTeam();
    await commit('1.0.0', sound);
    await writeFile(join(folder, 'stray.txt'), '');
    const build = async (version: string) =>
      (await done<{ sequence: number }>(`build remote-evm --dirty --version ${version}`, context)).sequence;
    expect([await build('1.0.1'), await build('1.0.2'), await build('1.0.2')]).toEqual([1, 2, 2]);
    const { sequence } = await done('build remote-evm --dirty --version 1.0.3 --sequence 9', context);
    expect(sequence).toBe(9);
  });
});

describe('the sequence of a release', () => {
  it('goes on from what is published, whatever the number of commits, and stays that of a published version', async () => {
    const { done, commit, context, by, remote } = await createSourceTeam();
    const build = async (version: string) => {
      await commit(version, sound);
      return (await done<{ sequence: number }>(`build ${remote}`, context)).sequence;
    };
    expect(await build('1.0.0')).toBe(1);
    await commit('1.1.0', sound);
    const made = await done<{ folder: string }>(`build ${remote} --sequence 41`, context);
    await done(`sign ${made.folder} ${by('ann', 'bob')}`, context);
    await done(`publish ${made.folder} --unchecked`);
    expect(await build('1.2.0')).toBe(42);
    expect(await build('1.1.0')).toBe(41);
  });

  it('is the number of commits if nothing is published, or the store cannot be asked', async () => {
    const { done, git, commit, context, remote } = await createSourceTeam();
    await commit('1.0.0', sound);
    await git('commit', '-q', '--allow-empty', '-m', 'two');
    const openStore = async () => {
      throw new Refusal('store/credentials', 'There is no key.');
    };
    for (const more of [{}, { openStore }])
      expect(await done(`build ${remote}`, { ...context, ...more })).toMatchObject({ sequence: 2 });
  });
});

describe('the release folder', () => {
  it('keeps its signatures where the same is built again, and loses them where it is not', async () => {
    const { done, release, writeBuilt, by } = await createTeam();
    const folder = await release('1.0.0', 1);
    const count = async () => (await readDraft(join(folder, 'manifest.json'))).envelope.signatures.length;
    await done(await writeBuilt('1.0.0', 1));
    expect(await count()).toBe(2);
    await done(await writeBuilt('1.0.0', 2));
    expect(await count()).toBe(0);
    expect(await done(`sign ${folder} --no-rebuild ${by('ann')}`)).toMatchObject({ version: '1.0.0' });
  });

  it('is never made of a folder that holds something else', async () => {
    const { folder, refused, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    expect(await refused(`${line} --out .config/linkspan/keys`)).toContain('command/folder-taken');
    expect(await readFile(join(folder, '.config/linkspan/keys/ann.key.json'), 'utf8')).toContain('person');
  });
});

async function readManifest(folder: string): Promise<Manifest> {
  const { kind, value } = await readDraft(join(folder, 'manifest.json'));
  if (kind !== 'manifest') throw new Error(`${folder} is no release`);
  return value;
}
