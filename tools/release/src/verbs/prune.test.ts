import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Facts {
  readonly removed: readonly { readonly version: string; readonly reason: string }[];
  readonly kept: readonly { readonly version: string; readonly reason: string; readonly until?: string }[];
  readonly files: readonly string[];
  readonly history: readonly number[];
}

const common = Object.keys(soundFiles);
const ownText = (version: string) => `export const version = '${version}';`;
const ownFile = (version: string) => `own-${version.replaceAll('.', '')}00000.js`;

/** A team in whose store every file is as old as the test says, and whose clock is set in days. */
async function createOld() {
  const team = await createTeam();
  const { store } = team;
  const writtenOn = new Map<string, number>();
  let today = 0;
  const remember = async () => {
    for (const { path } of await store.list('')) if (!writtenOn.has(path)) writtenOn.set(path, today);
  };
  const list: Store['list'] = async (prefix) => {
    const entries = await store.list(prefix);
    return entries.map((entry) => {
      const day = writtenOn.get(entry.path) ?? today;
      return { ...entry, modifiedAt: new Date(testNow + day * dayMs).toISOString() };
    });
  };
  const old: Store = { ...store, list };
  const context = (changes: Partial<Store> = {}) => ({
    now: () => testNow + today * dayMs,
    openStore: async () => ({ ...old, ...changes }),
  });
  return {
    ...team,
    async on(day: number, ...lines: readonly string[]) {
      today = day;
      for (const line of lines) await team.done(`${line} ${team.by('ci')}`, context());
      await remember();
    },
    async publish(version: string, sequence: number) {
      // Each has one file of its own; all others are the same in all.
      const own = { [ownFile(version)]: ownText(version) };
      await team.publish(version, sequence, { ...soundFiles, ...own });
      await remember();
    },
    async files() {
      const entries = await store.list('remote-evm/releases/files');
      return entries.map(({ path }) => path.split('/').at(-1));
    },
    prune: (line = '', changes: Partial<Store> = {}) =>
      team.done<Facts>(`prune remote-evm ${line}`.trim(), context(changes)),
    runOld: (line: string, changes: Partial<Store> = {}) => team.run(line, context(changes)),
    async versions() {
      const entries = await store.list('remote-evm/releases/');
      return [...new Set(entries.map(({ path }) => path.split('/')[2]))].filter((name) =>
        /^\d/.test(`${name}`),
      );
    },
  };
}

const versionsOf = (some: readonly { readonly version: string }[]) => some.map(({ version }) => version);

/** Three releases, each live for ten days, and the last one from day 20 on. */
async function createThree() {
  const team = await createOld();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  await team.publish('1.2.0', 3);
  await team.on(0, 'promote remote-evm 1.0.0');
  await team.on(10, 'promote remote-evm 1.1.0');
  await team.on(20, 'promote remote-evm 1.2.0');
  return team;
}

describe('release prune', { timeout: 60_000 }, () => {
  it('removes a release once nobody can have a page open that needs it', async () => {
    const team = await createThree();
    await team.on(39.9);
    expect((await team.prune()).removed).toEqual([]);
    await team.on(40);
    expect((await team.prune()).removed).toMatchObject([
      { version: '1.0.0', reason: 'last live 2026-11-30T12:00:00Z' },
    ]);
    expect(await team.versions()).toEqual(['1.1.0', '1.2.0']);
  });

  it('keeps what is live, and the way back, however old they are', async () => {
    const team = await createThree();
    await team.on(300, 'refresh remote-evm');
    const { kept } = await team.prune();
    expect(kept).toMatchObject([
      { version: '1.1.0', reason: 'a rollback leads to it' },
      { version: '1.2.0', reason: 'live' },
    ]);
    await team.on(300, 'rollback remote-evm');
    expect(versionsOf((await team.prune()).kept)).toEqual(['1.1.0', '1.2.0']);
  });

  it('keeps a release that is live for nobody', async () => {
    const team = await createThree();
    await team.on(25, 'promote remote-evm 1.0.0 --share 0');
    await team.on(300, 'refresh remote-evm');
    expect(versionsOf((await team.prune()).kept)).toContain('1.0.0');
  });

  it('counts a release that came back from its last time', async () => {
    const team = await createThree();
    await team.on(30, 'rollback remote-evm --to 1.0.0');
    await team.on(31, 'promote remote-evm 1.2.0');
    await team.on(60);
    expect((await team.prune()).removed).toMatchObject([{ version: '1.1.0' }]);
    await team.on(61);
    // What was live before the present is the way back.
    expect((await team.prune()).kept).toMatchObject([
      { version: '1.0.0', reason: 'a rollback leads to it' },
      { version: '1.2.0' },
    ]);
  });

  it('counts a release that was never live from its publication', async () => {
    const team = await createThree();
    await team.on(21);
    await team.publish('1.3.0', 4);
    await team.on(50);
    expect((await team.prune()).kept).toContainEqual(
      expect.objectContaining({ version: '1.3.0', until: '2027-01-10T12:00:00Z' }),
    );
    await team.on(51);
    expect((await team.prune()).removed).toMatchObject([
      { version: '1.3.0', reason: 'never live, published 2026-12-11T12:00:00Z' },
    ]);
  });

  it('keeps the newest one that was live, which the next must rise above', async () => {
    const team = await createThree();
    await team.on(21, 'rollback remote-evm --to 1.0.0');
    await team.on(300, 'refresh remote-evm');
    const { kept } = await team.prune();
    expect(kept).toContainEqual(expect.objectContaining({ version: '1.2.0' }));
  });

  it('removes revoked ones, and those below the floor, after the retention too', async () => {
    const team = await createThree();
    await team.done(`root revoke remote-evm 1.1.0 ${team.by('ann', 'bob')}`);
    await team.done('root publish .linkspan/roots/remote-evm-2.json');
    await team.on(49);
    expect(versionsOf((await team.prune()).kept)).toContain('1.1.0');
    await team.on(50.1, 'refresh remote-evm');
    const { removed, kept } = await team.prune();
    expect([versionsOf(removed), versionsOf(kept)]).toEqual([['1.1.0'], ['1.0.0', '1.2.0']]);
  });

  it('keeps for as long as the policy of the store says', async () => {
    const team = await createThree();
    const policy = { checks: [], allowsDirty: false, hosts: [], retentionDays: 100 };
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    const bytes = new TextEncoder().encode(JSON.stringify(policy));
    const there = await team.store.read('policy.json');
    if (there) await team.store.replaceIfUnchanged('policy.json', bytes, there.tag, headers);
    else await team.store.createIfAbsent('policy.json', bytes, headers);
    await team.on(109);
    expect((await team.prune()).removed).toEqual([]);
    await team.on(110);
    expect((await team.prune()).removed).toHaveLength(1);
  });

  it('removes nothing on a dry run, and tells why', async () => {
    const team = await createThree();
    await team.on(40);
    const before = await team.store.list('');
    expect(await team.prune('--dry-run')).toMatchObject({
      isWritten: false,
      removed: [{ version: '1.0.0' }],
    });
    expect(await team.store.list('')).toEqual(before);
    const { said } = await team.runOld('prune remote-evm --dry-run');
    expect(said).toMatch(/1\.0\.0 +would be removed +last live 2026-11-30T12:00:00Z +\d+ +\d+/);
    expect(said).toMatch(/1\.2\.0 +stays +live/);
    expect((await team.runOld('prune remote-evm')).said).toMatch(/1\.0\.0 +removed +last live/);
  });

  it('keeps the ways back of a remote that is withdrawn', async () => {
    const team = await createThree();
    await team.on(21, 'withdraw remote-evm');
    await team.on(300, 'refresh remote-evm');
    expect(versionsOf((await team.prune()).kept)).toEqual(['1.2.0']);
  });

  it('never gives a version that was live to other bytes', async () => {
    const team = await createThree();
    await team.on(40);
    await team.prune();
    const folder = await team.release('1.0.0', 9, {
      'discovery.js': 'export const other = 1;',
      'remoteEntry.js': 'export {};',
    });
    const { exitCode, complaint } = await team.runOld(`publish ${folder}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/older')]);
  });
});

describe('release prune, where the past is not whole', { timeout: 60_000 }, () => {
  it('counts a document that is missing as one that may have had any release', async () => {
    const team = await createThree();
    await team.store.remove('remote-evm/history/1.json');
    await team.on(39.9);
    expect((await team.prune()).removed).toEqual([]);
    await team.on(40);
    expect((await team.prune()).removed).toMatchObject([{ version: '1.0.0' }]);
  });

  it('refuses where a document cannot be read, and removes nothing', async () => {
    const team = await createThree();
    await team.on(40);
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    await team.store.createIfAbsent('remote-evm/history/99.json', new TextEncoder().encode('{}'), headers);
    expect((await team.runOld('prune remote-evm')).complaint).toContain('release/malformed');
    expect(await team.versions()).toEqual(['1.0.0', '1.1.0', '1.2.0']);
  });

  it('removes files of a publication that was never finished once they are old, and no sooner', async () => {
    const team = await createThree();
    const headers = { contentType: 'text/javascript', cacheControl: 'no-cache' };
    await team.store.createIfAbsent('remote-evm/releases/2.0.0/a.js', new Uint8Array([1]), headers);
    await team.on(20);
    await team.on(30);
    expect(versionsOf((await team.prune()).kept)).toContain('2.0.0');
    await team.on(50);
    expect((await team.prune()).removed).toContainEqual(
      expect.objectContaining({ version: '2.0.0', reason: 'never finished 2026-12-10T12:00:00Z' }),
    );
    expect(await team.versions()).not.toContain('2.0.0');
  });

  it('keeps a release whose manifest cannot be read', async () => {
    const team = await createThree();
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    const path = 'remote-evm/releases/0.9.0/manifest.json';
    await team.store.createIfAbsent(path, new TextEncoder().encode('{}'), headers);
    await team.on(300, 'refresh remote-evm');
    const { exitCode } = await team.runOld('prune remote-evm');
    expect(exitCode).toBe(0);
    expect(await team.versions()).toContain('0.9.0');
  });
});

describe('release prune, of files that releases have together', { timeout: 60_000 }, () => {
  it('removes those that no release lists which stays, and says so before', async () => {
    const team = await createThree();
    await team.on(40);
    const path = `${await filesOf(team.store, 'remote-evm', '1.0.0')}${ownFile('1.0.0')}`;
    expect((await team.prune('--dry-run')).files).toEqual([path]);
    expect(await team.files()).toContain(ownFile('1.0.0'));
    expect((await team.prune()).files).toEqual([path]);
    expect(await team.files()).toEqual([...common, ownFile('1.1.0'), ownFile('1.2.0')].sort());
  });

  it('keeps one that no release lists yet, for as long as a release', async () => {
    const team = await createThree();
    const folder = await filesOf(team.store, 'remote-evm', '1.2.0');
    const headers = { contentType: 'text/javascript', cacheControl: 'no-cache' };
    await team.on(20);
    await team.store.createIfAbsent(`${folder}begun-00000000.js`, new Uint8Array([1]), headers);
    await team.on(20);
    await team.on(49.9);
    expect((await team.prune()).files).not.toContain(`${folder}begun-00000000.js`);
    await team.on(50);
    expect((await team.prune()).files).toContain(`${folder}begun-00000000.js`);
  });

  it('keeps them all where a manifest cannot be read', async () => {
    const team = await createThree();
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    const path = 'remote-evm/releases/0.9.0/manifest.json';
    await team.store.createIfAbsent(path, new TextEncoder().encode('{}'), headers);
    await team.on(40);
    const { removed, files } = await team.prune();
    expect([versionsOf(removed), files]).toEqual([['1.0.0'], []]);
    expect(await team.files()).toContain(ownFile('1.0.0'));
  });

  it('keeps those of what is live, though its manifest is gone from the store', async () => {
    const team = await createThree();
    await team.store.remove('remote-evm/releases/1.2.0/manifest.json');
    await team.on(300, 'refresh remote-evm');
    expect((await team.prune('--dry-run')).files).toHaveLength(1);
    await team.prune();
    expect(await team.files()).toEqual([...common, ownFile('1.1.0'), ownFile('1.2.0')].sort());
  });

  it('leaves them alone for a release that has its own', async () => {
    const team = await createOld();
    const folder = await team.release('0.9.0', 1);
    await team.done(`publish ${folder} --apart`);
    await team.on(0, 'promote remote-evm 0.9.0');
    await team.publish('1.0.0', 2);
    await team.on(10, 'promote remote-evm 1.0.0');
    await team.publish('1.1.0', 3);
    await team.on(20, 'promote remote-evm 1.1.0');
    await team.on(40);
    expect((await team.prune()).removed).toMatchObject([{ version: '0.9.0', files: 4 }]);
    expect(await team.versions()).toEqual(['1.0.0', '1.1.0']);
    expect(await team.files()).toEqual([...common, ownFile('1.0.0'), ownFile('1.1.0')].sort());
  });
});

describe('release prune, cut off or raced', { timeout: 60_000 }, () => {
  it('leaves no manifest whose files are gone, wherever it is cut off, and goes on the next time', async () => {
    const team = await createThree();
    await team.on(40);
    // The manifest, and the one file that no other release has.
    for (let after = 0; after < 2; after += 1) {
      let removals = 0;
      const remove: Store['remove'] = async (path) => {
        removals += 1;
        if (removals > after + 1) throw new Error('cut off');
        await team.store.remove(path);
      };
      await team.runOld('prune remote-evm', { remove }).catch(() => undefined);
      const left = (await team.store.list('remote-evm/releases/1.0.0/')).map(({ path }) => path);
      expect(left).not.toContain('remote-evm/releases/1.0.0/manifest.json');
    }
    await team.prune();
    expect(await team.versions()).toEqual(['1.1.0', '1.2.0']);
    expect(await team.files()).toEqual([...common, ownFile('1.1.0'), ownFile('1.2.0')].sort());
  });

  it.each([
    ['before the manifest of the release that had it is removed', 'manifest.json', 'before'],
    ['before the file is removed', ownFile('1.0.0'), 'before'],
    ['after the file is removed', ownFile('1.0.0'), 'after'],
  ] as const)('keeps a file that a release relies upon which is published %s', async (_, name, when) => {
    const team = await createThree();
    await team.on(40);
    const files = { ...soundFiles, [ownFile('1.0.0')]: ownText('1.0.0') };
    const folder = await team.release('1.3.0', 4, files);
    let isDone = false;
    const remove: Store['remove'] = async (path) => {
      const isMeant = !isDone && path.endsWith(name);
      isDone ||= isMeant;
      if (isMeant && when === 'before') await team.done(`publish ${folder}`);
      await team.store.remove(path);
      if (isMeant && when === 'after') await team.done(`publish ${folder}`);
    };
    const { removed, files: gone } = await team.prune('', { remove });
    expect([isDone, versionsOf(removed), gone]).toEqual([true, ['1.0.0'], []]);
    expect(await team.files()).toContain(ownFile('1.0.0'));
    await team.on(40, 'promote remote-evm 1.3.0 --share 10');
  });

  it('puts a release back that is promoted while its removal begins', async () => {
    const team = await createThree();
    await team.on(40);
    const before = await team.store.list('remote-evm/releases/');
    let isFirst = true;
    const remove: Store['remove'] = async (path) => {
      if (isFirst) await team.on(40, 'promote remote-evm 1.0.0 --share 10');
      isFirst = false;
      await team.store.remove(path);
    };
    expect((await team.prune('', { remove })).kept).toContainEqual(
      expect.objectContaining({ version: '1.0.0', reason: 'somebody has just taken it up' }),
    );
    const paths = (entries: typeof before) => entries.map(({ path }) => path);
    expect(paths(await team.store.list('remote-evm/releases/'))).toEqual(paths(before));
  });

  it('says so loudly where a promotion came between', async () => {
    const team = await createThree();
    const live = await team.store.read('remote-evm/live.json');
    await team.on(40);
    await team.on(40, 'promote remote-evm 1.0.0 --share 10');
    // As if the promotion were written after the last look before the removal, and seen only at the end.
    let reads = 0;
    const read: Store['read'] = async (path) => {
      if (path !== 'remote-evm/live.json') return team.store.read(path);
      reads += 1;
      return reads <= 2 ? live : team.store.read(path);
    };
    const { exitCode, complaint } = await team.runOld('prune remote-evm', { read });
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/pruned-live')]);
  });
});

describe('the history', { timeout: 60_000 }, () => {
  it('is pruned after twice the retention, but for what tells of the way back', async () => {
    const team = await createThree();
    for (let day = 21; day <= 90; day += 1) await team.on(day, 'refresh remote-evm');
    const { history } = await team.prune();
    // Version 3 is of day 20; it was replaced on day 21, and day 30 is sixty days ago.
    expect(history).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const left = await team.store.list('remote-evm/history/');
    expect(left).toHaveLength(72 - history.length);
    await team.on(91, 'rollback remote-evm');
    expect(versionsOf((await team.prune()).kept)).toEqual(['1.1.0', '1.2.0']);
  });
});
