import { describe, expect } from 'vitest';
import { serve } from '../../../tasks/serve.mjs';
import { approve } from '../page/approval.ts';
import { card, press, readAccount, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test, whenReady } from '../page/journey.ts';
import { releaseFolder } from '../place/folders.ts';
import { openSite, readConfig, withRemoteAt } from '../place/site.ts';

const outage = [/net::ERR_CONNECTION_REFUSED/, /ERR_FAILED/];

describe('a remote whose server is stopped', () => {
  test('leaves the other families working, says so, and is back by one press and a reload', async ({
    journey,
  }) => {
    await using place = await openPlace();
    await place.stop();
    journey.expectProblems(...outage);
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await connect(page, solana);

    await whenStatus(page, near, 'Unavailable');
    await card(page, near).getByText('NEAR support could not be loaded').waitFor();
    await card(page, near).getByText('Your other wallets are not affected').waitFor();
    await openDialog(page);
    await walletDialog(page).getByRole('group', { name: 'NEAR' }).getByText('Could not be loaded').waitFor();
    await page.keyboard.press('Escape');
    await press(page, near, 'Try again');
    await whenStatus(page, near, 'Unavailable');

    await place.start();
    await press(page, near, 'Try again');
    await press(page, near, 'Reload');
    await whenReady(page);
    await connect(page, near);
    for (const family of [evm, solana]) {
      await whenStatus(page, family, 'Connected');
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
    }
  });

  test('keeps a remembered wallet until its remote is back', async ({ journey }) => {
    await using place = await openPlace();
    const page = await journey.open({ url: place.url });
    await connect(page, near);
    await place.stop();
    journey.expectProblems(...outage);
    await page.reload();
    await whenStatus(page, near, 'Unavailable');
    await place.start();
    await page.reload();
    await whenStatus(page, near, 'Connected');
  });

  test('is tried again on the same page where only its connector could not be fetched', async ({
    journey,
  }) => {
    await using place = await openPlace();
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await place.stop();
    journey.expectProblems(...outage);

    await pick(page, near);
    await approve(page);
    await whenStatus(page, near, 'Unavailable');
    await card(page, near).getByText('NEAR support could not be loaded').waitFor();
    await place.start();
    await press(page, near, 'Try again');
    await whenStatus(page, near, 'Disconnected');
    await pick(page, near);
    await whenStatus(page, near, 'Connected');
    await whenStatus(page, evm, 'Connected');
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
});

/** A page of its own, with a server of remote-near that can be stopped and started. */
async function openPlace() {
  const folder = releaseFolder(near.remote);
  let server = await serve(folder, { port: 0, cors: true });
  const { port } = server;
  const config = withRemoteAt(await readConfig(), near.remote, `http://localhost:${port}`);
  const site = await openSite('outage', config);
  return {
    url: site.url,
    stop: () => server.close(),
    start: async () => {
      server = await serve(folder, { port, cors: true });
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await site.close();
    },
  };
}
