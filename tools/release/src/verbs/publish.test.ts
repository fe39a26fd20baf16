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
  it('puts every file and the manifest into the store, once, and nothing on a dry run', async () => {
    const { done, run, store, release } = await createTeam();
    const line = `publish ${await release('1.0.0', 1)} --unchecked`;
    const before = await store.list('');
    expect(await done(`${line} --dry-run`)).toMatchObject({ isWritten: false });
    expect(await store.list('')).toEqual(before);
    await done(line);
    const entries = await store.list('remote-evm/releases/');
    const names = entries.map(({ path }) => path.split('/').at(-1));
    expect(names).toEqual(['manifest.json', 'chunk.js', 'discovery.js', 'remoteEntry.js']);
    const { exitCode, said } = await run(line);
    expect([exitCode, said]).toEqual([0, expect.stringContaining('Nothing was to be uploaded.')]);
    expect(await store.list('remote-evm/releases/')).toEqual(entries);
  });

  it('takes more valid signatures of a published manifest, and no others', async () => {
    const { done, run, store, release, by, remote } = await createTeam();
    const path = `${remote}/releases/1.0.0/manifest.json`;
    const stored = async () => JSON.parse(new TextDecoder().decode((await store.read(path))?.bytes));
    const folder = await release('1.0.0', 1);
    await done(`publish ${folder} --unchecked`);
    const before = await stored();
    await done(`sign ${folder} --no-rebuild ${by('ci')}`);
    expect((await run(`publish ${folder}`)).said).toContain(
      'is published already in memory:. Uploaded: 1 signature.',
    );
    const after = await stored();
    expect([after.payload, after.signatures.length]).toEqual([before.payload, before.signatures.length + 1]);
    await done('keys make eve --kind person');
    await done(`sign ${folder} --no-rebuild ${by('eve')}`);
    expect(await done(`publish ${folder}`)).toMatchObject({ isWritten: false });
    expect(await stored()).toEqual(after);
  });

  it('refuses too few signatures, and those of machines alone if the root asks for a person', async () => {
    const { done, refused, writeBuilt, remote, by } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} --no-rebuild ${by('ci')}`);
    expect(await refused(`publish ${folder} --unchecked`)).toContain('release/unsigned');
    await done('keys make mill --kind online');
    const named = ['ann', 'ci', 'mill'].map((name) => `--release .config/linkspan/keys/${name}.pub.json`);
    await done(`root change ${remote} ${named.join(' ')} ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    await done(`sign ${folder} --no-rebuild ${by('mill')}`);
    expect(await refused(`publish ${folder} --unchecked`)).toMatch(
      /0 of the 1 signatures by people.*wrong-signer/s,
    );
  });

  it.each([
    ['a sequence that does not rise', '1.2.0', 2, 'release/older'],
    ['a version that does not rise', '1.0.9', 3, 'release/older'],
    ['a release below the floor', '1.2.0', 1, 'release/below-floor'],
    ['other content under a version that is published', '1.1.0', 3, 'command/published-differently'],
  ])('refuses %s', async (_, version, sequence, code) => {
    const { done, refused, release, publish, store, by } = await createTeam();
    await publish('1.1.0', 2);
    await done(`root change remote-evm --floor 2 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json');
    const before = await store.list('');
    expect(await refused(`publish ${await release(version, sequence)} --unchecked`)).toContain(code);
    expect(await store.list('')).toEqual(before);
  });

  it('refuses a remote without a root', async () => {
    const { refused, release } = await createTeam({ isRooted: false });
    expect(await refused(`publish ${await release('1.0.0', 1)} --unchecked`)).toContain('command/no-root');
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

  it('refuses other bytes under a name that is there, also if another has written it meanwhile', async () => {
    const { refused, publish, release, store } = await createTeam();
    await publish('1.0.0', 1, withOwn(one));
    const before = await store.list('');
    const line = `publish ${await release('1.1.0', 2, withOwn(one, 'export const other = 1;'))} --unchecked`;
    for (const words of [line, `${line} --dry-run`])
      expect(await refused(words)).toContain('command/name-taken');
    const openStore = async () => ({ ...store, list: async () => [] });
    const other = `publish ${await release('1.1.0', 2, withOwn(one, 'export { };'))} --unchecked`;
    expect(await refused(other, { openStore })).toContain('command/name-taken');
    expect(await store.list('')).toEqual(before);
  });

  it('puts back what is missing of a published release, which nobody can make live before', async () => {
    const { done, refused, publish, release, store, remote, by } = await createTeam();
    await publish('1.0.0', 1);
    const folder = await filesOf(store, remote, '1.0.0');
    await store.remove(`${folder}chunk.js`);
    const promote = `promote ${remote} 1.0.0 ${by('ci')}`;
    expect(await refused(promote)).toMatch(/^\S+chunk\.js, a file of .*command\/files-missing/s);
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
    const { refused, done, report, publishing } = await createCommitted();
    expect(await refused(publishing)).toContain('command/not-checked');
    await report({ static: passing });
    expect(await refused(publishing)).toContain('has not passed the conformance check');
    await report({ static: passing, conformance: { ...passing, failed: 1, failures: ['signs'] } });
    expect(await refused(publishing)).toContain('command/not-checked');
    await report({ static: passing, conformance: passing }, '0'.repeat(64));
    expect(await refused(publishing)).toContain('command/not-checked');
    await report({ static: passing, conformance: passing });
    expect(await done(publishing)).toMatchObject({ isWritten: true });
  });

  it('do not make up for changes that no commit has', async () => {
    const { refused, release } = await createTeam();
    expect(await refused(`publish ${await release('1.0.0', 1)}`)).toContain('command/dirty-release');
  });
});
