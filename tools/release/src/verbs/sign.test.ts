import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Manifest, manifestFormat } from '@linkspan/trust';
import { createPayload } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { ProgramError } from '../run-program.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { createTeam } from '../testing/team.ts';

const source = {
  'chunk.js': 'export const one = 1;',
  'discovery.js': 'export const discover = () => fetch("https://api.example/wallets");',
  'remoteEntry.js': 'export const init = () => 1; export const get = () => import("./chunk.js");',
};

/** A release that ann has built and signed from a commit. */
async function createSigned() {
  const team = await createSourceTeam();
  await team.commit('1.0.0', source);
  const { folder } = await team.done<{ folder: string }>('build remote-evm', team.context);
  await team.done(`sign ${folder} ${team.by('ann')}`, team.context);
  team.programs.length = 0;
  return { ...team, release: folder };
}

/** The commands that were run, each by its first words. */
const toWords = (programs: readonly { readonly args: readonly string[] }[]) =>
  programs.flatMap(({ args }) => args.find((word) => ['install', 'build'].includes(word)) ?? []);

describe('release sign', () => {
  it('adds one signature at a time, each key once', async () => {
    const { done, release, by, keyids, context } = await createSigned();
    await done(`sign ${release} ${by('ann')}`, context);
    const { signatures } = await done<{ signatures: string[] }>(`sign ${release} ${by('bob')}`, context);
    expect(signatures).toEqual([keyids.ann, keyids.bob].sort());
  });

  it('tells first what would be signed, and signs nothing, if it is asked to', async () => {
    const { run, folder, release, by, context } = await createSigned();
    const file = resolve(folder, release, 'manifest.json');
    const { said } = await run(`sign ${release} --dry-run ${by('bob')}`, context);
    expect(said).toMatch(/Nothing was signed\.$/);
    expect((await readDraft(file)).envelope.signatures).toHaveLength(1);
  });

  it('refuses files that are not the listed ones', async () => {
    const { run, release, by } = await createSigned();
    await writeFile(join(release, 'chunk.js'), 'export const one = 2;');
    expect((await run(`sign ${release} ${by('bob')}`)).complaint).toContain('command/altered');
  });

  it('refuses a file that is neither a root nor a manifest, and says what to name', async () => {
    const { run, folder, by } = await createSigned();
    await writeFile(join(folder, 'NOTES.md'), 'A release');
    expect((await run(`sign NOTES.md ${by('bob')}`)).complaint).toMatch(/Name the file .*no-draft/s);
    expect((await run('root publish NOTES.md')).complaint).toContain('command/no-draft');
  });

  it('takes the newest release of a remote that is named', async () => {
    const { done, by, context, commit } = await createSigned();
    await commit('1.1.0', source);
    await done('build remote-evm', context);
    expect(await done(`sign remote-evm ${by('bob')}`, context)).toMatchObject({ version: '1.1.0' });
  });

  it('takes the release in the current folder if none is named', async () => {
    const { folder, done, by, context, release } = await createSigned();
    const here = { ...context, folder: resolve(folder, release) };
    const keys = by('bob').replaceAll('--key ', `--key ${folder}/`);
    expect(await done(`sign --from ${folder}/remote-evm ${keys}`, here)).toMatchObject({ version: '1.0.0' });
    expect(await done('check --static', here)).toMatchObject({ version: '1.0.0' });
    expect(await done('publish --dry-run --unchecked', here)).toMatchObject({ version: '1.0.0' });
  });

  it('signs with the only key of a person that is here, where nobody is named', async () => {
    const { folder, done, run, release, keyids, context } = await createSigned();
    expect((await run(`sign ${release}`, context)).complaint).toContain('command/no-signer');
    for (const ending of ['key', 'pub']) await rm(join(folder, `.config/linkspan/keys/ann.${ending}.json`));
    const { signatures } = await done<{ signatures: string[] }>(`sign ${release}`, context);
    expect(signatures).toContain(keyids.bob);
  });
});

describe('the second signer’s run', () => {
  it('builds the release again from its commit, in a place of its own that is gone afterwards', async () => {
    const { folder, done, release, by, context, programs, git } = await createSigned();
    await writeFile(join(folder, 'remote-evm/source/chunk.js'), 'export const one = "not committed";');
    const before = await listRebuilds();
    expect(await done(`sign ${release} ${by('bob')}`, context)).toMatchObject({ isRebuilt: true });
    expect(toWords(programs)).toEqual(['install', 'build']);
    for (const program of programs) {
      expect(program.folder.startsWith(folder)).toBe(false);
      await expect(access(program.folder)).rejects.toThrow('ENOENT');
    }
    expect(await listRebuilds()).toEqual(before);
    expect(await git('worktree', 'list')).not.toContain('linkspan-rebuild');
  });

  it('has an empty home, and no variable of who signs', async () => {
    const { done, release, by, context } = await createSigned();
    const seen: unknown[] = [];
    const run: typeof context.run = async (program) => {
      const { HOME, ...others } = program.env;
      if (program.args.includes('build')) seen.push(await readdir(`${HOME}`), Object.keys(others));
      return context.run(program);
    };
    const env = {
      PATH: '/usr/bin',
      HOME: '/home/ann',
      LINKSPAN_STORE: 'memory',
      XDG_DATA_HOME: '/home/ann/data',
    };
    await done(`sign ${release} ${by('bob')}`, { run, env });
    const homes = ['USERPROFILE', 'PATH'];
    expect(seen).toEqual([[], expect.arrayContaining(homes)]);
    expect(seen[1]).not.toContain('LINKSPAN_STORE');
    expect(seen[1]).not.toContain('XDG_DATA_HOME');
  });

  it('reads no key before the bytes agree', async () => {
    const { folder, done, release, by, context } = await createSigned();
    const file = join(folder, '.config/linkspan/keys/bob.key.json');
    const key = await readFile(file, 'utf8');
    await writeFile(file, 'no key');
    const run: typeof context.run = async (program) => {
      if (program.args.includes('build')) await writeFile(file, key);
      return context.run(program);
    };
    expect(await done(`sign ${release} ${by('bob')}`, { run })).toMatchObject({ isRebuilt: true });
  });

  it('runs no signer if they do not agree', async () => {
    const { folder, run, release, context } = await createSigned();
    const signer = join(folder, 'signer.sh');
    const trace = join(folder, 'trace');
    await writeFile(signer, `#!/bin/sh\ntouch ${trace}\nexit 1\n`, { mode: 0o755 });
    const line = `sign ${release} --signer ${signer} --public .config/linkspan/keys/bob.pub.json`;
    const altering: typeof context.run = async (program) => {
      if (program.args.includes('build'))
        await writeFile(join(program.folder, 'source/chunk.js'), 'stolen()');
      return context.run(program);
    };
    expect((await run(line, { run: altering })).complaint).toContain('command/rebuilt-differently');
    await expect(access(trace)).rejects.toThrow('ENOENT');
    expect((await run(line, context)).complaint).toContain('command/signer-failed');
    await access(trace);
  });

  it('refuses other bytes, and names the files', async () => {
    const { folder, run, done, by, context, writeBuilt } = await createSigned();
    const files = { ...source, 'chunk.js': 'export const one = "stolen";', 'more.js': '' };
    await writeBuilt('1.0.0', 1, files);
    await done('build remote-evm --built --out forged');
    await done(`sign forged ${by('ann')}`);
    const { exitCode, complaint } = await run(`sign forged ${by('bob')}`, context);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/rebuilt-differently')]);
    expect(complaint).toContain('chunk.js has other content, more.js does not come of it');
    expect((await readDraft(join(folder, 'forged/manifest.json'))).envelope.signatures).toHaveLength(1);
  });

  it('refuses what else a manifest claims of its bytes', async () => {
    const { run, done, by, context, release } = await createSigned();
    const draft = await readDraft(join(release, 'manifest.json'));
    const payload = createPayload(manifestFormat, { ...(draft.value as Manifest), hosts: [] });
    await writeDraft(join(release, 'manifest.json'), { ...payload, signatures: [] });
    await done(`sign ${release} ${by('ann')}`, context);
    expect((await run(`sign ${release} ${by('bob')}`, context)).complaint).toContain(
      'its list of hosts is another',
    );
  });

  it('refuses a release with changes that no commit has', async () => {
    const { folder, run, done, by, context } = await createSigned();
    await writeFile(join(folder, 'remote-evm/source/chunk.js'), 'export const one = 2;');
    await done('build remote-evm --dirty --out dirty', context);
    await done(`sign dirty ${by('ann')}`, context);
    expect((await run(`sign dirty ${by('bob')}`, context)).complaint).toContain('command/rebuild-dirty');
    const { said } = await run(`sign dirty ${by('bob')} --no-rebuild`, context);
    expect(said).toContain('It was built with changes that no commit has.');
  });

  it('skips that where it is told to, and says so', async () => {
    const { run, release, by, context, programs } = await createSigned();
    const { said } = await run(`sign ${release} ${by('bob')} --no-rebuild`, context);
    expect(said).toContain('It was not built again here');
    expect(programs).toEqual([]);
  });

  it('is done for the first signature too where it is asked for', async () => {
    const { done, by, context, commit } = await createSourceTeam();
    await commit('1.0.0', source);
    const { folder } = await done<{ folder: string }>('build remote-evm', context);
    expect(await done(`sign ${folder} ${by('ann')}`, context)).toMatchObject({ isRebuilt: false });
    expect(await done(`sign ${folder} ${by('ann')} --rebuild`, context)).toMatchObject({ isRebuilt: true });
  });

  it('refuses where the commit is not here, if there is no checkout, and where nothing can be installed', async () => {
    const { run, release, by, context } = await createSigned();
    const line = `sign ${release} ${by('bob')}`;
    const broken = {
      run: async () => {
        throw new ProgramError('no network');
      },
    };
    expect((await run(line, broken)).complaint).toContain('The installation said:\nno network');
    expect((await run(`${line} --from ${tmpdir()}`, context)).complaint).toContain('command/no-checkout');
    const elsewhere = await createSourceTeam();
    await elsewhere.commit('1.0.0', { ...source, 'chunk.js': 'export const one = "elsewhere";' });
    const from = join(elsewhere.folder, 'remote-evm');
    expect((await run(`${line} --from ${from}`, context)).complaint).toContain('command/no-commit');
  });
});

describe('what a signer is shown', () => {
  it('is what changed against the release that is live', async () => {
    const { done, run, publish, release, by } = await createTeam();
    await publish('1.0.0', 1);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    const folder = await release('1.1.0', 2, {
      ...source,
      'chunk.js': 'export const one = "https://new.example/";',
    });
    const line = `sign ${folder} ${by('ann', 'bob')}`;
    expect(await done(line)).toMatchObject({
      against: '1.0.0',
      changes: {
        hosts: { added: ['new.example'], removed: [] },
        packages: { added: [], removed: [], updated: [] },
        bytes: { before: expect.any(Number), after: expect.any(Number) },
      },
    });
    const { said } = await run(line);
    expect(said).toContain('Compared with 1.0.0, live for 100 %');
    expect(said).toMatch(/Packages: no change\nHosts named\n {2}new: new\.example\nSize: .* → .*\n/);
  });

  it('is what changed since the last live release, after a withdrawal and its refreshes', async () => {
    const { done, run, publish, release, by } = await createTeam();
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    await done(`promote remote-evm 1.1.0 --share 10 ${by('ci')}`);
    await done(`promote remote-evm 1.1.0 --share 60 ${by('ci')}`);
    await done(`withdraw remote-evm ${by('ci')}`);
    await done(`refresh remote-evm ${by('ci')}`);
    const line = `sign ${await release('1.2.0', 3)} ${by('ann', 'bob')}`;
    expect(await done(line)).toMatchObject({ against: '1.1.0', changes: expect.any(Object) });
    expect((await run(line)).said).toContain('Compared with 1.1.0, live for 60 % until it was withdrawn, in');
  });

  it('is said to be nothing where nothing is live, or where the store cannot be believed', async () => {
    const { done, run, store, publish, release, by } = await createTeam();
    await publish('1.0.0', 1);
    const folder = await release('1.1.0', 2);
    const line = `sign ${folder} ${by('ann', 'bob')}`;
    expect((await run(line)).said).toContain(
      'There is nothing to compare it with. No release of remote-evm is live',
    );
    await store.remove('remote-evm/root/1.json');
    expect(await done(line)).toMatchObject({ against: null, changes: null });
  });
});

async function listRebuilds(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('linkspan-rebuild-'));
}
