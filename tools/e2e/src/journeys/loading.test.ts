import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { connect, openDialog, pick, walletButton, walletDialog } from '../page/connect.ts';
import { type Family, families, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { readScripts } from '../place/build-files.ts';
import { readLive } from '../place/read-live.ts';
import { releaseFolder } from '../place/stack.ts';

/** Words that a chain's library or its standard cannot do without, and the remote that has them. */
const telltales = {
  'remote-evm': ['eth_requestAccounts', 'personal_sign', 'eip6963', 'eth_getTransactionReceipt', 'wagmi'],
  'remote-solana': ['solana:signMessage', 'standard:connect', 'getLatestBlockhash'],
  'remote-near': ['near-wallet-injected', 'signAndSendTransaction', 'view_access_key'],
} as const;

const chainLibrary = /wagmi|viem|^ox$|ethers|solana|near|borsh|wallet-standard|wallet-adapter|noble|litesvm/;

describe('the built host', () => {
  test('contains no word of a chain library, all of which are in the remotes', async () => {
    const host = await readHost();
    for (const [remote, words] of Object.entries(telltales)) {
      const own = [...(await readScripts(releaseFolder(remote))).values()].join('\n');
      for (const word of words) {
        expect(own, `${remote} has ${word}`).toContain(word);
        expect(host, `the host lacks ${word}`).not.toContain(word);
      }
    }
  });

  test('names no remote and no network', async () => {
    const host = await readHost();
    // `solana:ed25519` is the contract's name of a way to sign.
    for (const { remote, networks } of families)
      for (const word of [remote, networks[0].id.split(':')[0] ?? '', networks[0].rpcUrl])
        expect(host).not.toMatch(new RegExp(`["'\`/]${word}\\b(?!:ed25519)`));
  });

  test('depends on no chain library, however deep', () => {
    const packages = dependenciesOf(join(root, 'host'));
    expect(packages).toContain('react-dom');
    expect([...packages].filter((name) => chainLibrary.test(name))).toEqual([]);
  });

  test('is configured without any remote', async () => {
    const files = await Promise.all(
      ['build.ts', 'vite.config.ts', 'package.json'].map((name) =>
        readFile(join(root, 'host', name), 'utf8'),
      ),
    );
    const folder = [...(await readScripts(join(root, 'host/build'))).values()];
    expect([...files, ...folder].join('\n')).not.toMatch(/remote-(evm|solana|near)|localhost:\d|43\d\d\//);
  });
});

describe('the page', () => {
  test('requests of each remote its live document, its discovery and then its newest root, before a wallet is picked', async ({
    journey,
  }) => {
    const { page, requested } = await openRecorded(journey);
    await openDialog(page);
    await walletButton(page, solana).waitFor();
    await page.keyboard.press('Escape');
    // The views are the last that comes by itself.
    await expect.poll(() => requested.some((url) => /\/assets\/lazy-/.test(url))).toBe(true);
    await page.waitForLoadState('networkidle');
    for (const family of families) expect(requestsOf(requested, family)).toEqual(await listingOf(family));
  });

  test('asks for each of its own files once, however often it names them', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey);
    await page.locator('html[data-whole]').waitFor();
    // Files of the trial are fetched first, and imported under the import map later.
    const own = requested.filter((url) => /\/assets\/(?!probe-)/.test(url));
    expect(own.some((url) => /\/early-/.test(url))).toBe(true);
    expect(own).toEqual([...new Set(own)]);
  });

  test('leaves React and the views until the list of wallets is closed', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey, pressAtOnce);
    await walletButton(page, solana).waitFor();
    const hasModule = () => requested.some((url) => /\/assets\/host-.*\.js/.test(url));
    await expect.poll(hasModule).toBe(true);
    await page.waitForLoadState('networkidle');
    const isView = (url: string) => /\/assets\/(lazy|react)-/.test(url);
    expect(requested.filter(isView)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => requested.filter(isView).length).toBe(2);
    await page.locator('html[data-whole]').waitFor();
  });

  test('lays out what is behind a dialog that was opened at once when that has its list, or is closed', async ({
    journey,
  }) => {
    const { page, answer } = await openUnanswered(journey, pressAtOnce);
    await walletDialog(page).waitFor();
    await page.locator('main section').first().waitFor({ state: 'attached' });
    expect(await isCardShown(page)).toBe(false);
    await page.keyboard.press('Escape');
    expect(await isCardShown(page)).toBe(true);
    await openDialog(page);
    expect(await isCardShown(page)).toBe(false);
    answer();
    await walletButton(page, solana).waitFor();
    await expect.poll(() => isCardShown(page)).toBe(true);
    expect(await walletDialog(page).isVisible()).toBe(true);
  });

  test('takes nothing away that was seen before the dialog was opened', async ({ journey }) => {
    const { page } = await openUnanswered(journey);
    await page.locator('main section').first().waitFor();
    await openDialog(page);
    expect(await isCardShown(page)).toBe(true);
  });

  test('lays itself and the list out in six fonts: a size and a weight more is another one', async ({
    journey,
  }) => {
    const { page } = await openRecorded(journey, pressAtOnce);
    await walletButton(page, solana).waitFor();
    await page.locator('html[data-laid]').waitFor();
    const fonts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!element?.checkVisibility() || walker.currentNode.textContent?.trim() === '') continue;
        const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
        found.add([fontFamily, fontSize, fontWeight].join(' '));
      }
      return [...found];
    });
    expect(fonts.length, fonts.join('\n')).toBeLessThanOrEqual(6);
  });

  test('requests nothing of the other connectors where Solana alone is used', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey);
    await connect(page, solana);
    await page.waitForLoadState('networkidle');
    for (const family of families) {
      const listing = await listingOf(family);
      if (family === solana) expect(requestsOf(requested, family).length).toBeGreaterThan(listing.length);
      else expect(requestsOf(requested, family)).toEqual(listing);
    }
  });

  test('has what a connector is lent before it asks for the views, where a press waits for that', async ({
    journey,
  }) => {
    const page = await journey.open();
    const order: string[] = [];
    page.on('request', (request) => /\/assets\/lazy-/.test(request.url()) && order.push('asks for views'));
    page.on(
      'requestfinished',
      (request) => /\/assets\/react-/.test(request.url()) && order.push('has React'),
    );
    const letHostCome = await holdBack(page, /\/assets\/host-[\w-]+\.js$/);
    await page.reload();
    await pick(page, solana);
    letHostCome();
    await expect.poll(() => order).toEqual(['has React', 'asks for views']);
  });

  test('asks nobody but its own origin, the remotes and the chains', async ({ journey }) => {
    const { page, requested } = await openRecorded(journey);
    for (const family of families) await connect(page, family);
    const known = [new URL(page.url()).origin, ...families.map(({ origin }) => origin)];
    const chains = families.flatMap(({ networks }) => networks.map(({ rpcUrl }) => new URL(rpcUrl).origin));
    const asked = requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin);
    expect(asked.filter((origin) => ![...known, ...chains].includes(origin))).toEqual([]);
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

async function openRecorded(journey: { open(): Promise<Page> }, first?: () => void) {
  const page = await journey.open();
  if (first) await page.addInitScript(first);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  // Once more from the start, with every request seen.
  await page.reload();
  return { page, requested };
}

/** A page whose live documents come when `answer` is called, and not before. */
async function openUnanswered(journey: { open(): Promise<Page> }, first?: () => void) {
  const page = await journey.open();
  const answer = await holdBack(page, /\/live\.json$/);
  if (first) await page.addInitScript(first);
  await page.reload();
  return { page, answer };
}

/** Lets nothing of these addresses come, until what it answers is called. */
async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const free = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(addresses, async (route) => {
    await free;
    await route.continue();
  });
  return letCome;
}

function isCardShown(page: Page): Promise<boolean | undefined> {
  return page.evaluate(() => document.querySelector('main section')?.checkVisibility());
}

function requestsOf(requested: readonly string[], { origin }: Family): readonly string[] {
  return [...new Set(requested.filter((url) => url.startsWith(`${origin}/`)))].sort();
}

async function listingOf({ remote, origin }: Family): Promise<readonly string[]> {
  const { path, manifest } = await readLive(releaseFolder(remote));
  return ['live.json', 'root.json', `${path}${manifest.discovery}`].map((path) => `${origin}/${path}`).sort();
}

/** Everything of the host that reaches a browser. */
async function readHost(): Promise<string> {
  const built = join(root, 'host/dist');
  const scripts = await readScripts(join(built, 'client'));
  const page = await Promise.all(
    ['boot.js', 'page.json', 'style.css'].map((name) => readFile(join(built, 'page', name), 'utf8')),
  );
  expect(scripts.size).toBeGreaterThan(1);
  return [...scripts.values(), ...page].join('\n');
}

/** The names of all packages that a package needs at run time, and what those need. */
function dependenciesOf(folder: string, found = new Set<string>()): ReadonlySet<string> {
  const require = createRequire(join(folder, 'package.json'));
  const { dependencies = {} } = require('./package.json') as { dependencies?: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    if (found.has(name)) continue;
    found.add(name);
    const own = folderOf(require, name);
    if (own !== undefined) dependenciesOf(own, found);
  }
  return found;
}

/** Where a package lies that is needed from a folder; exports maps hide most package.json files. */
function folderOf(require: NodeJS.Require, name: string): string | undefined {
  for (const modules of require.resolve.paths(name) ?? []) {
    try {
      require(join(modules, name, 'package.json'));
      return join(modules, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
