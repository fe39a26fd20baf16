import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readDraft } from '../documents/draft.ts';
import { createTeam } from '../testing/team.ts';

const sound = { 'discovery.js': '', 'remoteEntry.js': '' };

describe('release build', () => {
  it('gives the same bytes for the same source', async () => {
    const { folder, done, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    const made = [await done(`${line} --out one`), await done(`${line} --out two`)];
    const [one, two] = await Promise.all(
      ['one', 'two'].map((out) => readFile(join(folder, out, 'manifest.json'))),
    );
    expect(made).toHaveLength(2);
    expect(one).toEqual(two);
  });

  it('lists the hosts that the files name', async () => {
    const { done, writeBuilt } = await createTeam();
    const made = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    expect((await readDraft(join(made.folder, 'manifest.json'))).value).toMatchObject({
      hosts: ['api.example'],
    });
  });

  it.each([
    ['a file that is not there', 'import "./gone.js";'],
    ['a bare name', 'import "react";'],
    ['another origin', 'export const load = () => import("https://cdn.example/a.js");'],
  ])('refuses an import of %s', async (_, source) => {
    const { run, writeBuilt } = await createTeam();
    const { exitCode, complaint } = await run(await writeBuilt('1.0.0', 1, { ...sound, 'chunk.js': source }));
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/stray-import')]);
  });

  it('refuses a file that changed after the build, or was added', async () => {
    const { folder, run, remote, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    const built = join(folder, remote, 'dist/releases/1.0.0');
    await writeFile(join(built, 'more.js'), '');
    expect((await run(line)).complaint).toContain('command/unlisted');
    await writeFile(join(built, 'chunk.js'), 'export const one = 2;');
    expect((await run(line)).complaint).toContain('command/altered');
  });

  it('refuses what is not built, and a source that nobody can tell', async () => {
    const { folder, run, remote, writeBuilt } = await createTeam();
    expect((await run(`build ${remote}`)).complaint).toContain('command/not-built');
    await writeBuilt('1.0.0', 1);
    await writeFile(join(folder, '.git'), 'gitdir: nowhere');
    expect((await run(`build ${remote}`)).complaint).toContain('command/no-source');
  });
});

describe('the source of a release', () => {
  it('is the commit, counted and with its own time; changes beside it are refused', async () => {
    const { folder, done, run, remote, writeBuilt } = await createTeam();
    await writeBuilt('1.0.0', 1);
    await writeFile(join(folder, '.gitignore'), '.linkspan');
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@team.example', ...args], {
        cwd: folder,
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-02T03:04:05Z' },
      });
    await git('init', '-q');
    await git('add', '.');
    await git('commit', '-q', '-m', 'one');
    await git('commit', '-q', '--allow-empty', '-m', 'two');
    const { stdout } = await git('rev-parse', 'HEAD');
    const made = await done<{ folder: string }>(`build ${remote}`);
    expect((await readDraft(join(made.folder, 'manifest.json'))).value).toMatchObject({
      commit: stdout.trim(),
      sequence: 2,
      builtAt: '2026-11-02T03:04:05Z',
    });
    await writeFile(join(folder, 'stray.txt'), '');
    expect((await run(`build ${remote}`)).complaint).toContain('such as stray.txt');
    expect(await run(`build ${remote} --dirty`)).toMatchObject({ exitCode: 0 });
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
    expect(await done(`sign ${folder} ${by('ann')}`)).toMatchObject({ version: '1.0.0' });
  });

  it('is never made of a folder that holds something else', async () => {
    const { folder, run, writeBuilt } = await createTeam();
    const line = await writeBuilt('1.0.0', 1);
    expect((await run(`${line} --out .linkspan/keys`)).complaint).toContain('command/folder-taken');
    expect(await readFile(join(folder, '.linkspan/keys/ann.key.json'), 'utf8')).toContain('person');
  });
});

describe('release sign', () => {
  it('adds one signature at a time, each key once', async () => {
    const { done, writeBuilt, by, keyids } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} ${by('ann')}`);
    await done(`sign ${folder} ${by('ann')}`);
    const { signatures } = await done<{ signatures: string[] }>(`sign ${folder} ${by('bob')}`);
    expect(signatures).toEqual([keyids.ann, keyids.bob].sort());
  });

  it('refuses files that are not the listed ones, and to sign with nobody', async () => {
    const { done, run, writeBuilt, by } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    expect((await run(`sign ${folder}`)).complaint).toContain('command/no-signer');
    await writeFile(join(folder, 'chunk.js'), 'export const one = 2;');
    expect((await run(`sign ${folder} ${by('ann')}`)).complaint).toContain('command/altered');
  });
});
