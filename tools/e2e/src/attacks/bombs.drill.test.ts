import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press } from '../page/card.ts';
import { openDialog, walletButton } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { whenReady } from '../page/when-ready.ts';
import { startBrowser } from '../place/browser.ts';
import { readLive } from '../place/read-live.ts';
import { openSite, readConfig, type Site, withRemoteAt } from '../place/site.ts';
import { releaseFolder } from '../place/stack.ts';
import { type HostileStore, openHostileStore, plainHeaders } from './hostile-store.ts';

const altered = /was not loaded, to keep you safe/;
const waiting = /waits for you/;
const stores = new Map<Family, HostileStore>();
let browser: Browser;
let endBrowser: () => Promise<void>;
let site: Site;
let context: BrowserContext;

beforeAll(async () => {
  let config = await readConfig();
  for (const family of families) {
    const folder = releaseFolder(family.remote);
    const store = await openHostileStore(folder);
    stores.set(family, store);
    config = withRemoteAt(config, family.remote, store.url.slice(0, -1), folder);
  }
  site = await openSite('bombs', config);
  const server = await startBrowser();
  endBrowser = () => server.close();
  browser = await chromium.connect(server.wsEndpoint());
});

afterAll(async () => {
  await endBrowser();
  await site.close();
  for (const store of stores.values()) await store[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const store of stores.values()) store.turn({});
  context = await browser.newContext();
});

it('reads no further than it should, where a store sends a discovery that unpacks without end', async () => {
  const sent = bomb();
  await turn(evm, 'discovery', sent.answer);
  const page = await open();
  await card(page, evm).getByText(altered).waitFor();
  await openDialog(page);
  for (const family of [solana, near]) await walletButton(page, family).waitFor();
  // The page's early script has asked too, and nobody reads what it is sent.
  await expect.poll(sent.open).toBeLessThanOrEqual(1);
});

it('reads no further than it should, where a store sends a file of a connector that unpacks without end', async () => {
  const sent = bomb();
  await turn(evm, 'entry', sent.answer);
  const page = await open();
  await openDialog(page);
  for (const family of [solana, near]) await walletButton(page, family).waitFor();
  await walletButton(page, evm).click();
  await approve(page);
  await card(page, evm).getByText(altered).waitFor();
  await expect.poll(sent.open).toBe(0);
});

it('lists the other families after two crashes, though two stores answer the import otherwise than the fetch', async () => {
  const imports: string[] = [];
  const hostile = [evm, solana];
  const remotes = hostile.map(({ remote }) => remote).sort();
  for (const { remote } of hostile) await turn(toFamily(remote), 'discovery', hangAtImport(remote, imports));
  const tab = await crashAtImport(imports, remotes);
  await crashAtImport(imports, [...remotes, ...remotes].sort(), tab);
  const next = await open(tab);
  for (const family of hostile) await card(next, family).getByText(waiting).waitFor();
  await openDialog(next);
  await walletButton(next, near).waitFor();
  await next.keyboard.press('Escape');
  expect(imports).toHaveLength(4);

  for (const family of hostile) stores.get(family)?.turn({});
  await press(next, evm, 'Try again');
  await card(next, evm).getByText('Practice Wallet is ready').waitFor();
  const later = await open(tab);
  await card(later, solana).getByText(waiting).waitFor();
  await card(later, evm).getByText('Practice Wallet is ready').waitFor();
});

/** Crashes a page of a tab once it has begun these imports; returns what the tab stores. */
async function crashAtImport(
  imports: readonly string[],
  expected: readonly string[],
  kept: Stored = [],
): Promise<Stored> {
  const page = await context.newPage();
  await keep(page, kept);
  await page.goto(site.url, { waitUntil: 'commit' });
  await expect.poll(() => [...imports].sort(), { timeout: 30_000 }).toEqual(expected);
  await page.waitForFunction(() => {
    const names = ['remote-evm', 'remote-solana'];
    return names.every((name) => localStorage.getItem(`linkspan:1:release:${name}:mark`));
  });
  const tab = await page.evaluate(() => Object.entries(sessionStorage));
  await crash(page);
  return tab;
}

type Stored = readonly (readonly [string, string])[];

/** Opens the page in a tab that stores what is given. */
async function open(kept: Stored = []): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await keep(page, kept);
  await page.goto(site.url);
  await whenReady(page);
  return page;
}

async function keep(page: Page, kept: Stored): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, kept);
}

/** From now on a family's store answers so where a file of its release is asked for. */
async function turn(family: Family, file: 'discovery' | 'entry', answer: RequestListener): Promise<void> {
  const { manifest } = await readLive(releaseFolder(family.remote));
  stores.get(family)?.turn({ [manifest[file]]: answer });
}

/** Answers with zeros without end, packed: a megabyte in a thousand bytes. `open` counts who still reads. */
function bomb(): { readonly answer: RequestListener; open(): number } {
  const zeros = Buffer.alloc(1_048_576);
  let readers = 0;
  return {
    open: () => readers,
    answer(request, response) {
      response.writeHead(200, { ...plainHeaders(request.url ?? ''), 'content-encoding': 'gzip' });
      const source = new Readable({ read: () => void source.push(zeros) });
      readers += 1;
      response.on('close', () => {
        readers -= 1;
        source.destroy();
      });
      source.pipe(createGzip({ level: 1 })).pipe(response);
    },
  };
}

/** Returns a fetch as it should, and an import never. */
function hangAtImport(remote: string, imports: string[]): RequestListener {
  return async (request, response) => {
    response.writeHead(200, plainHeaders(request.url ?? ''));
    if (request.headers['sec-fetch-dest'] === 'script') return void imports.push(remote);
    response.end(
      await readFile(`${releaseFolder(remote)}${new URL(request.url ?? '', 'http://store').pathname}`),
    );
  };
}

function toFamily(remote: string): Family {
  return families.find((family) => family.remote === remote) as Family;
}

/** The page is gone from one moment to the next, as with a tab that has no memory left. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The answer never comes.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}
