import { dirname } from 'node:path';
import type { ReleaseFile } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { solana } from '../page/families.ts';
import { readLive, readLiveDocument } from '../place/read-live.ts';
import { listChanged, readPrints } from '../place/read-prints.ts';
import { openTeam } from '../place/team.ts';

const { remote } = solana;
const version = '0.1.1';

describe('an update of one remote', () => {
  it('writes the files that changed and its own documents alone, of all that a store holds', async () => {
    const team = await openTeam('update');
    const store = dirname(team.folderOf(remote));
    const before = await readPrints(store);
    const former = await readLiveDocument(team.folderOf(remote));
    await team.deliver(remote, { version, edit: { from: 'Phantom', into: 'Spectre' } });
    const changed = listChanged(before, await readPrints(store));

    const { path, manifest } = await readLive(team.folderOf(remote));
    const isNew = (file: ReleaseFile) => !before.has(`${remote}/${path}${file.path}`);
    const added = manifest.files.filter(isNew).map((file) => file.path);
    // The edited part, and what leads to it by name.
    expect(added.map((file) => file.split('-')[0])).toEqual(['discovery', 'failures']);
    const own = [
      'live.json',
      `history/${former.version}.json`,
      // The claim by which no two releases have the same number.
      `sequence/${manifest.sequence}.json`,
      `releases/${version}/manifest.json`,
      `releases/${version}/check.json`,
      ...added.map((file) => `${path}${file}`),
    ];
    // A local store's own locks are beside what it holds, and are not served.
    const held = changed.filter((one) => !one.startsWith('.linkspan/'));
    expect(held).toEqual(own.map((one) => `${remote}/${one}`).sort());
  });
});
