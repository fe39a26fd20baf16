import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { card } from '../page/card.ts';
import { connect, connectAll, openDialog, walletButton, walletDialog } from '../page/connect.ts';
import { evm, type Family, families, solana } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { isFocused, tabTo } from '../page/keyboard.ts';
import { readLive } from '../place/read-live.ts';
import { openSite, readConfig } from '../place/site.ts';
import { releaseFolder } from '../place/stack.ts';
import { readStill } from '../soak/still.ts';

/** A text that every build of React has. */
const markOfReact = 'react.transitional.element';

const isView = (url: string) => /\/assets\/(lazy|react)-/.test(url);

describe('the page', () => {
  test('leaves React and the views until a person moves on it', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey);
    await card(page, evm).getByRole('button', { name: 'Connect Ethereum with Practice Wallet' }).waitFor();
    await expect.poll(() => requested.some((url) => /\/assets\/host-.*\.js/.test(url))).toBe(true);
    await readStill(page);
    expect(requested.filter(isView)).toEqual([]);
    await whenWhole(page);
    expect(requested.filter(isView)).toHaveLength(2);
  });

  test('requests of each remote its live document, its discovery and then its newest root, and each of its own files once', async ({
    journey,
  }) => {
    const { page, requested } = await openRecorded(journey);
    for (const family of families)
      await expect.poll(() => requestsOf(requested, family)).toEqual(await listingOf(family));
    await whenWhole(page);
    for (const family of families) expect(requestsOf(requested, family)).toEqual(await listingOf(family));
    // Files of the probe are fetched first, and imported under the import map later.
    const own = requested.filter((url) => /\/assets\/(?!probe-)/.test(url));
    expect(own.some((url) => /\/early-/.test(url))).toBe(true);
    expect(own).toEqual([...new Set(own)]);
  });

  test('keeps the focus of the keyboard where it is as the views come', async ({ journey }) => {
    const { page } = await openRecorded(journey);
    const button = card(page, evm).getByRole('button', { name: 'Connect Ethereum with Practice Wallet' });
    await button.waitFor();
    await tabTo(page, button);
    await page.locator('main[data-whole]').waitFor();
    await expect.poll(() => isFocused(button)).toBe(true);
  });

  test('leaves React and the views until the list of wallets is closed', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey, pressAtOnce);
    await walletButton(page, solana).waitFor();
    await expect.poll(() => requested.some((url) => /\/assets\/host-.*\.js/.test(url))).toBe(true);
    for (const family of families)
      await expect.poll(() => requestsOf(requested, family)).toEqual(await listingOf(family));
    expect(requested.filter(isView)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => requested.filter(isView).length).toBe(2);
    await whenWhole(page);
  });

  test('requests nothing of the other connectors where Solana alone is used, and React from no remote', async ({
    journey,
  }) => {
    const { page, requested } = await openRecorded(journey);
    await connect(page, solana);
    for (const family of families) {
      const listing = await listingOf(family);
      if (family === solana) expect(requestsOf(requested, family).length).toBeGreaterThan(listing.length);
      else expect(requestsOf(requested, family)).toEqual(listing);
    }
    const files = requestsOf(requested, solana).filter((url) => url.endsWith('.js'));
    const texts = await Promise.all(files.map(async (url) => (await fetch(url)).text()));
    expect(texts.filter((text) => text.includes(markOfReact))).toEqual([]);
  });

  test('asks nobody but its own origin, the remotes and the chains', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey);
    await connectAll(page);
    const known = [new URL(page.url()).origin, ...families.map(({ origin }) => origin)];
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const asked = requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin);
    expect(asked.filter((origin) => ![...known, ...chains].includes(origin))).toEqual([]);
  });

  test('without practice requests and shows nothing of it', async ({ journey }) => {
    const { practice: _, ...config } = await readConfig();
    for (const { remote } of config.families) delete remote.options;
    const site = journey.keep(await openSite('no-practice', config));
    const { page, requested } = await openRecorded(journey, undefined, site.url);
    await openDialog(page);
    for (const { id } of families)
      await walletDialog(page).locator(`[data-wallet][data-family=${id}]`).first().waitFor();
    await page.keyboard.press('Escape');
    await whenWhole(page);
    expect(requested.filter((url) => /practice/i.test(url))).toEqual([]);
    expect(await page.getByText(/practice/i).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Practice panel' }).count()).toBe(0);
  });
});

/** Opens the dialog as soon as it is there. */
function pressAtOnce(): void {
  const observer = new MutationObserver(() => {
    const dialog = document.getElementById('connect') as HTMLDialogElement | null;
    dialog?.showModal();
    if (dialog) observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}

async function openRecorded(journey: Journey, first?: () => void, url?: string) {
  const page = await journey.open(url ? { url } : {});
  if (first) await page.addInitScript(first);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  // Once more from the start, with every request seen.
  await page.reload();
  return { page, requested };
}

/** The views are the last that the page loads. */
async function whenWhole(page: Page): Promise<void> {
  await page.mouse.move(9, 9);
  await page.locator('main[data-whole]').waitFor();
}

function requestsOf(requested: readonly string[], { origin }: Family): readonly string[] {
  return [...new Set(requested.filter((url) => url.startsWith(`${origin}/`)))].sort();
}

async function listingOf({ remote, origin }: Family): Promise<readonly string[]> {
  const { path, manifest } = await readLive(releaseFolder(remote));
  return ['live.json', 'root.json', `${path}${manifest.discovery}`].map((path) => `${origin}/${path}`).sort();
}
