import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveFormat, nothingSeen, readEnvelope, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { describe, expect, it } from 'vitest';
import { card } from '../page/card.ts';
import { openDialog, walletDialog } from '../page/connect.ts';
import { solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { readScripts } from './build-files.ts';
import { readLive, readLiveDocument } from './read-live.ts';
import { openRemoteServer } from './remote-server.ts';
import { openSite, readConfig, withRemoteAt } from './site.ts';
import { releaseFolder } from './stack.ts';
import { openTeam } from './team.ts';

const { remote } = solana;
const dayMs = 24 * 60 * 60 * 1000;

/** What a page without a past makes of a live document in a folder of a store. */
async function judge(folder: string) {
  const root = await verifyFirstRoot(await readBytes(folder, 'root/1.json'), remote);
  const envelope = await readBytes(folder, 'live.json');
  return { envelope, live: await verifyLive({ root, seen: nothingSeen, envelope, now: Date.now() }) };
}

const readBytes = async (folder: string, file: string) => new Uint8Array(await readFile(join(folder, file)));

describe('a team of a journey', () => {
  it('delivers an edited release into a store of its own alone', async () => {
    const team = await openTeam('edited');
    const before = await readLive(releaseFolder(remote));
    await team.deliver(remote, { version: '0.1.1', edit: { from: 'Phantom', into: 'Spectre' }, share: 10 });
    const { releases } = await readLiveDocument(team.folderOf(remote));
    expect(releases.map(({ share, manifest }) => [share, manifest.version])).toEqual([
      [90, '0.1.0'],
      [10, '0.1.1'],
    ]);
    const { files = [] } = releases[1]?.manifest ?? {};
    const all = await readScripts(join(team.folderOf(remote), `${releases[1]?.path}`));
    const isListed = (file: string) => files.some(({ path }) => file.endsWith(`/${path}`));
    const scripts = [...all].flatMap(([file, text]) => (isListed(file) ? [text] : [])).join();
    expect([scripts.includes('Spectre'), scripts.includes('Phantom')]).toEqual([true, false]);
    expect((await judge(team.folderOf(remote))).live.releases).toHaveLength(2);
    expect(await readLive(releaseFolder(remote))).toEqual(before);
  });

  test('delivers to the pages that begin with its root', async ({ journey }) => {
    const team = await openTeam('paged');
    await using server = await openRemoteServer(team.folderOf(remote));
    const config = withRemoteAt(await readConfig(), remote, server.url, team.folderOf(remote));
    const site = await openSite('team-page', config);
    const page = await journey.open({ url: site.url });
    await card(page, solana).getByText(`${remote} 0.1.0`).waitFor();
    await team.deliver(remote, { version: '0.1.1', edit: { from: 'Phantom', into: 'Spectre' } });
    await page.reload();
    await card(page, solana).getByText(`${remote} 0.1.1`).waitFor();
    await openDialog(page);
    await walletDialog(page).getByText('Spectre').waitFor();
    await site.close();
  });

  it('runs the release command by its own clock', async () => {
    const team = await openTeam('shifted');
    team.shiftClock(-10 * dayMs);
    await team.run(`refresh ${remote} ${team.by('machine')}`);
    await expect(judge(team.folderOf(remote))).rejects.toMatchObject({ code: 'release/expired' });
    await expect(team.run('promote nothing 9.9.9')).rejects.toMatchObject({ name: 'Refused', exitCode: 1 });
  });

  it('signs whatever it is given, and puts it into the store', async () => {
    const team = await openTeam('odd');
    const { envelope } = await judge(team.folderOf(remote));
    const payload = JSON.parse(new TextDecoder().decode(readEnvelope(liveFormat, envelope, remote).payload));
    await team.put(
      `${remote}/live.json`,
      await team.sign(liveFormat, { ...payload, releases: [] }, 'machine'),
    );
    expect((await judge(team.folderOf(remote))).live.releases).toEqual([]);
    await team.put(`${remote}/live.json`, 'no document');
    await expect(judge(team.folderOf(remote))).rejects.toMatchObject({ code: 'release/malformed' });
  });
});
