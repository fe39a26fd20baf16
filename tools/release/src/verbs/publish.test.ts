import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDraft } from '../documents/draft.ts';
import { manifestIdOf, readStoredLive } from '../documents/live.ts';
import type { Store } from '../store/store.ts';
import { filesOf } from '../testing/folders.ts';
import { createSourceTeam } from '../testing/source-team.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

describe('release publish', () => {
  it('puts every file and the manifest into the store', async () => {
    const { done, store, release } = await createTeam();
    await done(`publish ${await release('1.0.0', 1)} --unchecked`);
    const paths = (await store.list('remote-evm/releases/')).map(({ path }) => path.split('/').at(-1));
    expect(paths).toEqual(['manifest.json', 'chunk.js', 'discovery.js', 'remoteEntry.js']);
  });

  it('says that a release is there already, and writes nothing', async () => {
    const { done, run, store, release } = await createTeam();
    const folder = await release('1.0.0', 1);
    await done(`publish ${folder} --unchecked`);
    const before = await store.list('');
    const { exitCode, said } = await run(`publish ${folder} --unchecked`);
    expect([exitCode, said]).toEqual([0, expect.stringContaining('Nothing was to be uploaded.')]);
    expect(await store.list('')).toEqual(before);
  });

  it('takes more valid signatures of a published manifest, and no others', async () => {
    const { done, run, store, release, by, remote } = await createTeam();
    const path = `${remote}/releases/1.0.0/manifest.json`;
    const stored = async () => JSON.parse(new TextDecoder().decode((await store.read(path))?.bytes));
    const folder = await release('1.0.0', 1);
    await done(`publish ${folder} --unchecked`);
    const before = await stored();
    await done(`sign ${folder} --no-rebuild ${by('ci')}`);
    const { said } = await run(`publish ${folder}`);
    expect(said).toContain('is published already in memory:. Uploaded: 1 signature.');
    const after = await stored();
    expect(after.payload).toBe(before.payload);
    expect(after.signatures).toHaveLength(before.signatures.length + 1);
    await done('keys make eve --kind person');
    await done(`sign ${folder} --no-rebuild ${by('eve')}`);
    expect(await done(`publish ${folder}`)).toMatchObject({ isWritten: false });
    expect(await stored()).toEqual(after);
  });

  it('refuses too few signatures', async () => {
    const { done, run, writeBuilt, by } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} --no-rebuild ${by('ci')}`);
    const { exitCode, complaint } = await run(`publish ${folder} --unchecked`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/unsigned')]);
  });

  it('refuses signatures of machines alone, where the root asks for a person', async () => {
    const { done, run, writeBuilt, remote, by } = await createTeam();
    await done('keys make mill --kind online');
    const named = ['ann', 'ci', 'mill']
      .map((name) => `--release .config/linkspan/keys/${name}.pub.json`)
      .join(' ');
    const root = await done<{ file: string }>(`root change ${remote} ${named} ${by('ann', 'bob')}`);
    await done(`root publish ${root.file}`);
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} ${by('ci', 'mill')}`);
    const { exitCode, complaint } = await run(`publish ${folder} --unchecked`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/wrong-signer')]);
    expect(complaint).toContain('0 of the 1 signatures by people');
  });

  it.each([
    ['a sequence', '1.2.0', 2],
    ['a version', '1.0.9', 3],
  ])('refuses %s that does not rise', async (_, version, sequence) => {
    const { run, release, publish } = await createTeam();
    await publish('1.1.0', 2);
    expect((await run(`publish ${await release(version, sequence)} --unchecked`)).complaint).toContain(
      'release/older',
    );
  });

  it('refuses other content under a version that is published', async () => {
    const { run, release, publish, store, remote } = await createTeam();
    await publish('1.0.0', 1);
    const before = await store.list(remote);
    const files = { 'discovery.js': '', 'remoteEntry.js': '' };
    const folder = await release('1.0.0', 2, files);
    expect((await run(`publish ${folder} --unchecked`)).complaint).toContain('command/published-differently');
    expect(await store.list(remote)).toEqual(before);
  });

  it('refuses a release below the floor', async () => {
    const { done, run, release, remote, by } = await createTeam();
    await done(`root change ${remote} --floor 5 ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    expect((await run(`publish ${await release('1.0.0', 4)} --unchecked`)).complaint).toContain(
      'release/below-floor',
    );
  });

  it('tells which remotes there are where one is misspelt', async () => {
    const { run, by } = await createTeam();
    expect((await run(`withdraw remote-evn ${by('ci')}`)).complaint).toMatch(
      /has no root of remote-evn\. Its remotes: remote-evm\./,
    );
  });

  it('refuses a remote without a root', async () => {
    const { run, release } = await createTeam({ isRooted: false });
    expect((await run(`publish ${await release('1.0.0', 1)} --unchecked`)).complaint).toContain(
      'command/no-root',
    );
  });

  it('writes nothing on a dry run', async () => {
    const { done, store, release, remote } = await createTeam();
    await done(`publish ${await release('1.0.0', 1)} --dry-run --unchecked`);
    expect(await store.list(`${remote}/releases/`)).toEqual([]);
  });
});

describe('release publish, beside earlier releases', () => {
  const [one, two] = ['own-00000001.js', 'own-00000002.js'] as const;
  const withOwn = (name: string, text = 'export {};') => ({ ...soundFiles, [name]: text });

  it('leaves a file that is the same where it is, and uploads what is new alone', async () => {
    const { done, publish, release, store, remote } = await createTeam();
    await publish('1.0.0', 1, withOwn(one));
    const folder = await filesOf(store, remote, '1.0.0');
    const written: string[] = [];
    const createIfAbsent: Store['createIfAbsent'] = (path, ...rest) => {
      written.push(path);
      return store.createIfAbsent(path, ...rest);
    };
    const openStore = async () => ({ ...store, createIfAbsent });
    const line = `publish ${await release('1.1.0', 2, withOwn(two))} --unchecked`;
    expect(await done(`${line} --dry-run`)).toMatchObject({ files: 4, added: [two], isWritten: false });
    expect(await done(line, { openStore })).toMatchObject({ files: 4, added: [two], isWritten: true });
    const own = written.filter((path) => path.startsWith(`${remote}/`));
    expect(own).toEqual([`${folder}${two}`, `${remote}/releases/1.1.0/manifest.json`]);
    expect(await filesOf(store, remote, '1.1.0')).toBe(folder);
  });

  it('refuses other bytes under a name that is there, and says what to do', async () => {
    const { run, publish, release, store } = await createTeam();
    await publish('1.0.0', 1, withOwn(one));
    const before = await store.list('');
    const folder = await release('1.1.0', 2, withOwn(one, 'export const other = 1;'));
    for (const line of [`publish ${folder} --unchecked`, `publish ${folder} --dry-run --unchecked`]) {
      const { exitCode, complaint } = await run(line);
      expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/name-taken')]);
    }
    // Another publisher has written it in the meantime.
    const openStore = async () => ({ ...store, list: async () => [] });
    const open = await release('1.1.0', 2, withOwn(one, 'export { };'));
    expect((await run(`publish ${open} --unchecked`, { openStore })).complaint).toContain(
      'command/name-taken',
    );
    expect(await store.list('')).toEqual(before);
  });

  it('gives files whose names do not tell their content another folder, once one of them differs', async () => {
    const { publish, store, remote } = await createTeam();
    await publish('1.0.0', 1, { ...soundFiles, 'dark.css': 'a {}' });
    await publish('1.1.0', 2, { ...soundFiles, 'dark.css': 'b {}' });
    await publish('1.2.0', 3, { ...soundFiles, 'dark.css': 'b {}' });
    const [first, second, third] = await Promise.all(
      ['1.0.0', '1.1.0', '1.2.0'].map((version) => filesOf(store, remote, version)),
    );
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });

  it('puts back what is missing of a published release, which nobody can make live before', async () => {
    const { done, run, publish, release, store, remote, by } = await createTeam();
    await publish('1.0.0', 1);
    const folder = await filesOf(store, remote, '1.0.0');
    await store.remove(`${folder}chunk.js`);
    const promote = `promote ${remote} 1.0.0 ${by('ci')}`;
    const { exitCode, complaint } = await run(promote);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/files-missing')]);
    expect(complaint).toContain(`${folder}chunk.js`);
    const line = `publish ${await release('1.0.0', 1)} --unchecked`;
    expect(await done(line)).toMatchObject({ added: ['chunk.js'], isWritten: true });
    expect(await done(line)).toMatchObject({ added: [], isWritten: false });
    await done(promote);
    const live = (await readStoredLive(store, remote))?.live.releases;
    expect(live?.map(({ path }) => path)).toEqual([folder.slice(remote.length + 1)]);
  });
});

describe('the checks of a release', () => {
  const passing = {
    passed: 9,
    failed: 0,
    notOffered: 0,
    failures: [],
    at: '2026-11-20T12:00:00Z',
    browser: '',
  };

  /** A release of a commit, signed by both people, and how its report is written. */
  async function createCommitted() {
    const team = await createSourceTeam();
    await team.commit('1.0.0', soundFiles);
    const { folder } = await team.done<{ folder: string }>('build remote-evm', team.context);
    await team.done(`sign ${folder} ${team.by('ann', 'bob')}`);
    const id = manifestIdOf((await readDraft(join(folder, 'manifest.json'))).envelope);
    const report = (results: object, manifest = id) =>
      writeFile(join(folder, 'check.json'), JSON.stringify({ manifest, results }));
    return { ...team, report, publishing: `publish ${folder}` };
  }

  it('must both have passed, on this very manifest', async () => {
    const { run, done, report, publishing } = await createCommitted();
    const refused = async () => (await run(publishing)).complaint;
    expect(await refused()).toContain('command/not-checked');
    await report({ static: passing });
    expect(await refused()).toContain('has not passed the conformance check');
    await report({ static: passing, conformance: { ...passing, failed: 1, failures: ['signs'] } });
    expect(await refused()).toContain('command/not-checked');
    await report({ static: passing, conformance: passing }, '0'.repeat(64));
    expect(await refused()).toContain('command/not-checked');
    await report({ static: passing, conformance: passing });
    expect(await done(publishing)).toMatchObject({ isWritten: true });
  });

  it('do not make up for changes that no commit has', async () => {
    const { run, release } = await createTeam();
    expect((await run(`publish ${await release('1.0.0', 1)}`)).complaint).toContain('command/dirty-release');
  });
});
