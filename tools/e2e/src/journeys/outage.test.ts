import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press, readAccount, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletDialog } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { isMarked, markPage } from '../page/mark.ts';
import { readLive } from '../place/read-live.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import { openSite, readConfig, type SiteConfig, withRemoteAt } from '../place/site.ts';
import { outputFolder, releaseFolder } from '../place/stack.ts';

const outage = [/net::ERR_CONNECTION_REFUSED/, /ERR_FAILED/, /release\/unreachable/];

describe('a remote whose server is stopped', () => {
  test('leaves the other families working, says so, and is back by one press', async ({ journey }) => {
    const place = journey.keep(await openPlace());
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

  test('goes on serving who was here before: with the document and the files that the browser has', async ({
    journey,
  }) => {
    const place = journey.keep(await openPlace(withoutCopy));
    const page = await journey.open({ url: place.url });
    await connect(page, near);
    await place.stop();
    journey.expectProblems(...outage);
    await page.reload();
    await whenStatus(page, near, 'Connected');
    expect(await readAccount(page, near)).toBe(near.accounts.Harbour);
  });

  test('is run again once it sends the right bytes, though the browser has kept the wrong ones', {
    tags: ['release'],
  }, async ({ journey }) => {
    const folder = join(outputFolder, 'altered');
    await rm(folder, { recursive: true, force: true });
    await cp(releaseFolder(near.remote), folder, { recursive: true });
    const { path, manifest } = await readLive(folder);
    const file = join(folder, path, manifest.entry);
    const right = await readFile(file);
    await appendFile(file, '\nglobalThis.altered = true;\n');
    const place = journey.keep(await openPlace(undefined, folder));
    journey.expectProblems(/integrity/i, /Failed to fetch/, /ERR_FAILED/, /blocked\.invalid/);
    const page = await journey.open({ url: place.url });
    await pick(page, near);
    await approve(page);
    await card(page, near).getByText('the team did not release').waitFor();
    await writeFile(file, right);
    await page.reload();
    // What is kept is tried, and found to be wrong. The wallet has approved already, and asks nobody.
    await pick(page, near);
    await press(page, near, 'Try again');
    await pick(page, near);
    await whenStatus(page, near, 'Connected');
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });
});

/** The card and the dialog say that NEAR is away, also after one more try. */
async function whenSaid(page: Page): Promise<void> {
  await whenStatus(page, near, 'Unavailable');
  await card(page, near).getByText('NEAR is not available right now').waitFor();
  await card(page, near).getByText('Your other wallets are not affected').waitFor();
  await openDialog(page);
  await walletDialog(page)
    .getByRole('group', { name: 'NEAR' })
    .getByText('Not available right now')
    .waitFor();
  await page.keyboard.press('Escape');
  await press(page, near, 'Try again');
  await whenStatus(page, near, 'Unavailable');
  // It has been tried by then: what the button says may be pressed.
  await card(page, near).getByRole('button', { name: 'Try again', exact: true }).waitFor();
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
async function openPlace(
  change: (config: SiteConfig) => SiteConfig = (config) => config,
  folder = releaseFolder(near.remote),
) {
  const server = await openRemoteServer(folder);
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
