import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { solana } from '../page/families.ts';
import { readLiveDocument } from '../place/read-live.ts';
import { listChanged, readPrints } from '../place/read-prints.ts';
import { openTeam } from '../place/team.ts';

const { remote } = solana;
const edit = { from: 'Phantom', into: 'Spectre' };

describe('an update of one remote', () => {
  it('writes its own files and its own live document, and touches nothing else in the store', async () => {
    const team = await openTeam('update');
    const store = dirname(team.folderOf(remote));
    const before = await readPrints(store);
    const { version } = await readLiveDocument(team.folderOf(remote));
    await team.deliver(remote, { version: '0.1.1', edit });
    const changed = listChanged(before, await readPrints(store));

    const documents = [`${remote}/history/${version}.json`, `${remote}/live.json`];
    const others = changed.filter((path) => !path.startsWith(`${remote}/releases/0.1.1/`));
    expect(others).toEqual(documents);
    expect(changed.length).toBeGreaterThan(others.length + 2);
  });
});
