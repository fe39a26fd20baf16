import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press, readAccount, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { isMarked, markPage } from '../page/mark.ts';
import { whenReady } from '../page/when-ready.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import { openSite, readConfig, type SiteConfig, withRemoteAt } from '../place/site.ts';
import { releaseFolder } from '../place/stack.ts';

const outage = [/net::ERR_CONNECTION_REFUSED/, /ERR_FAILED/, /release\/unreachable/];

describe('a remote whose server is stopped', () => {
  test('leaves the other families working, says so, and is back by one press', async ({ journey }) => {
    await using place = await openPlace();
    await place.stop();
    journey.expectProblems(...outage);
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await connect(page, solana);
    await markPage(page);
    await whenSaid(page);

    await place.start();
    await press(page, near, 'Try again');
    await connect(page, near);
    for (const family of [evm, solana]) {
      await whenStatus(page, family, 'Connected');
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
    }
    expect(await isMarked(page)).toBe(true);
  });

  test('is back by one press and a reload where nobody has a copy of its document', async ({ journey }) => {
    await using place = await openPlace(withoutCopy);
    await place.stop();
    journey.expectProblems(...outage);
    const page = await journey.open({ url: place.url });
    await connect(page, evm);
    await whenSaid(page);

    await place.start();
    await press(page, near, 'Try again');
    await press(page, near, 'Reload');
    await whenReady(page);
    await connect(page, near);
    await whenStatus(page, evm, 'Connected');
  });

  test('goes on serving who was here before: with the document and the files that the browser has', async ({
    journey,
  }) => {
    await using place = await openPlace(withoutCopy);
    const page = await journey.open({ url: place.url });
    await connect(page, near);
    await place.stop();
    journey.expectProblems(...outage);
    await page.reload();
    await whenStatus(page, near, 'Connected');
    expect(await readAccount(page, near)).toBe(near.accounts.Harbour);
  });

  test('keeps a remembered wallet until its remote is back', async ({ journey }) => {
    await using place = await openPlace();
    const page = await journey.open({ url: place.url });
    await connect(page, near);
    await place.stop();
    journey.expectProblems(...outage);
    await emptyCache(page);
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
    await markPage(page);
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
    expect(await isMarked(page)).toBe(true);
  });
});

/** The card and the dialog say that NEAR is away, also after one more try. */
async function whenSaid(page: Page): Promise<void> {
  await whenStatus(page, near, 'Unavailable');
  await card(page, near).getByText('NEAR support could not be loaded').waitFor();
  await card(page, near).getByText('Your other wallets are not affected').waitFor();
  await openDialog(page);
  await walletDialog(page).getByRole('group', { name: 'NEAR' }).getByText('Could not be loaded').waitFor();
  await page.keyboard.press('Escape');
  await press(page, near, 'Try again');
  await whenStatus(page, near, 'Unavailable');
  // It has been tried by then: what the button says may be pressed.
  await card(page, near).getByRole('button', { name: 'Try again', exact: true }).waitFor();
}

/** What the browser has of files; what it remembers of the page stays. */
async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** A deploy that had no live documents at hand: the page comes without copies. */
function withoutCopy(config: SiteConfig): SiteConfig {
  const families = config.families.map(({ remote: { live: _, ...remote }, ...family }) => ({
    ...family,
    remote,
  }));
  return { ...config, families };
}

/** A page of its own, with a server of remote-near that can be stopped and started. */
async function openPlace(change: (config: SiteConfig) => SiteConfig = (config) => config) {
  const server = await openRemoteServer(releaseFolder(near.remote));
  const config = change(withRemoteAt(await readConfig(), near.remote, server.url));
  const site = await openSite('outage', config);
  return {
    url: site.url,
    stop: server.stop,
    start: server.start,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await site.close();
    },
  };
}
