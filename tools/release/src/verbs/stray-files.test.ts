import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLocalStore } from '../store/local-store.ts';
import { toStore } from '../store/object-store.ts';
import { isStorePath } from '../store/path.ts';
import { type StoredEntry, toTag } from '../store/store.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { createTeam } from '../testing/team.ts';

/** What other programs leave in a store, below the folder of a remote and beside it. */
const strays = [
  '.DS_Store',
  'my notes.txt',
  '100%',
  'line\nbreak.json',
  'a?b#c.json',
  'lost+found/1.json',
  'Remote-EVM/live.json',
  'remote-evm/.DS_Store',
  'remote-evm/live.json.bak',
  'remote-evm/root/2 copy.json',
  'remote-evm/root/02.json',
  'remote-evm/root/2.json/note.txt',
  'remote-evm/history/1 (copy).json',
  'remote-evm/history/old/1.json',
  'remote-evm/history/99999999999.json',
  'remote-evm/history/7.json/note.txt',
  'remote-evm/releases/x y/manifest.json',
  'remote-evm/releases/1.0.0 copy/manifest.json',
  'remote-evm/releases/1.0.0-copy/manifest.json',
  'remote-evm/releases/01.0.0/manifest.json',
  'remote-evm/releases/3.0.0/manifest.json/note.txt',
  'remote-evm/releases/4.0.0/manifest.json',
  `remote-evm/releases/${'9'.repeat(201)}/manifest.json`,
  'remote-evm/releases/files/.DS_Store',
];

async function createLittered() {
  const folder = await temporaryFolder();
  const team = await createTeam({ store: openLocalStore(folder) });
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  for (const version of ['1.0.0', '1.1.0']) await team.done(`promote remote-evm ${version} ${team.by('ci')}`);
  for (const path of strays) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), 'not a document');
  }
  await symlink('loop', join(folder, 'remote-evm/history/loop'));
  await symlink('absent', join(folder, 'remote-evm/releases/absent'));
  return team;
}

describe('a store with files of other programs', () => {
  it('serves every verb as if they were not there', async () => {
    const { by, done, release, refused } = await createLittered();
    expect(await done('status --strict')).toMatchObject({
      remotes: [{ remote: 'remote-evm', state: 'live' }],
      warnings: [],
    });
    const { changes, published } = await done<{ changes: object[]; published: { version: string }[] }>(
      'status remote-evm --history',
    );
    expect(changes).toHaveLength(2);
    expect(published.map(({ version }) => version).sort()).toEqual(['1.0.0', '1.0.0-copy', '1.1.0', '4.0.0']);
    const folder = await release('1.2.0', 3);
    for (const line of [
      `publish ${folder} --unchecked`,
      `promote remote-evm 1.2.0 --share 10 ${by('ci')}`,
      `promote remote-evm 1.2.0 --share 100 ${by('ci')}`,
      `refresh --all ${by('ci')}`,
      `rollback remote-evm ${by('ci')}`,
      `root change remote-evm --revoke 1.2.0 ${by('ann', 'bob')}`,
      `withdraw remote-evm ${by('ci')}`,
    ])
      await done(line);
    expect(await refused(`promote remote-evm 7.0.0 ${by('ci')}`)).toContain('1.0.0, 1.1.0, 1.2.0');
  });
});

it.each(strays.filter((path) => !isStorePath(path)))('a bucket does not list “%s”', async (path) => {
  const entry = (name: string): StoredEntry => ({ path: name, size: 1, modifiedAt: '2026-11-20T12:00:00Z' });
  const storage = {
    address: 's3://bucket',
    get: async () => undefined,
    put: async () => toTag('1'),
    list: async () => [path, '', 'remote-evm/', 'a//b', '/a', 'a/../b', 'remote-evm/live.json'].map(entry),
    remove: async () => {},
  };
  expect(await toStore(storage).list('')).toEqual([entry('remote-evm/live.json')]);
});

it('a file manager’s copies beside the keys, roots and releases of this machine stop nothing', async () => {
  const { folder, publish, done } = await createTeam();
  await writeFile(join(folder, '.config/linkspan/keys/._ann.pub.json'), 'not a key');
  await mkdir(join(folder, '.linkspan/roots/remote-evm-2.json'));
  await writeFile(join(folder, '.linkspan/roots/remote-evm-1 (copy).json'), 'not a root');
  await publish('1.0.0', 1);
  for (const name of ['1.0.0 copy', '.DS_Store'])
    await mkdir(join(folder, '.linkspan/releases/remote-evm', name, 'manifest.json'), { recursive: true });
  await done('status');
  await done('keys list');
  await done('publish remote-evm');
});
