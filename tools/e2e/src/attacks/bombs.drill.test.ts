import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press } from '../page/card.ts';
import { openDialog, walletButton } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { inFirefox, reachBrowser } from '../page/journey.ts';
import { whenMarkCounts, whenReady } from '../page/when-ready.ts';
import { listFiles } from '../place/list-files.ts';
import { readLive } from '../place/read-live.ts';
import { openSite, readConfig, type Site, withRemoteAt } from '../place/site.ts';
import { releaseFolder } from '../place/stack.ts';
import { type HostileStore, hangAtImport, openHostileStore, plainHeaders } from './hostile-store.ts';
import { createTarget } from './target.ts';

const altered = /could not be verified/;
const waiting = /waits for you/;
const stores = new Map<Family, HostileStore>();
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
});

afterAll(async () => {
  await site.close();
  for (const store of stores.values()) await store[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const store of stores.values()) store.turn({});
  context = await (await reachBrowser()).newContext();
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
  for (const { remote } of hostile) await turn(toFamily(remote), 'discovery', hangAtImport(remote, imports));
  await crashAtImport(imports, hostile, 1);
  await crashAtImport(imports, hostile, 2);
  const next = await open();
  for (const family of hostile) await card(next, family).getByText(waiting).waitFor();
  await openDialog(next);
  await walletButton(next, near).waitFor();
  await next.keyboard.press('Escape');
  expect(imports).toHaveLength(4);

  for (const family of hostile) stores.get(family)?.turn({});
  await press(next, evm, 'Try again');
  await card(next, evm).getByText('Connect with').waitFor();
  const later = await open();
  await card(later, solana).getByText(waiting).waitFor();
  await card(later, evm).getByText('Connect with').waitFor();
});

it('waits for a person after two crashes at a file that is imported on demand', async () => {
  for (let time = 0; time < 2; time += 1) {
    const imports: string[] = [];
    stores.get(evm)?.turn({ [await fileOf(evm, /^accounts-/)]: hangAtImport(evm.remote, imports) });
    const page = await open();
    await openDialog(page);
    await walletButton(page, evm).click();
    await expect.poll(() => imports).toHaveLength(1);
    await whenMarkCounts(page, evm);
    await crash(page);
  }
  stores.get(evm)?.turn({});
  const next = await open();
  await card(next, evm).getByText(waiting).waitFor();
  await openDialog(next);
  for (const family of [solana, near]) await walletButton(next, family).waitFor();
});

it.each([
  ['as it is evaluated', 'location.reload();'],
  ['a moment later', 'setTimeout(() => location.reload(), 300);'],
  ['under its own address', 'location.replace(location.href);'],
])('waits for a person where a signed remote reloads the page %s', async (_, code) => {
  await using looping = await openSiteOf(code);
  const page = await openBlank();
  let loads = 0;
  page.on('framenavigated', () => {
    loads += 1;
  });
  await page.goto(looping.url, { waitUntil: 'commit' }).catch(() => undefined);
  await card(page, evm).getByText(waiting).waitFor();
  expect(loads).toBe(3);
  await openDialog(page);
  for (const family of [solana, near]) await walletButton(page, family).waitFor();
});

/** A page whose Ethereum remote its team has signed with this code in its discovery. */
async function openSiteOf(code: string): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-reload-'));
  const target = await createTarget(folder, evm.remote);
  const { path, manifest } = target.release;
  const text = `import { discover as own } from './${manifest.discovery}';\n${code}\nexport const discover = own;`;
  await target.put(`${path}reloading.js`, text);
  const files = await listFiles(join(target.folder, path));
  await target.goLive({ path, manifest: { ...manifest, discovery: 'reloading.js', files } });
  const store = await openHostileStore(target.folder);
  const config = withRemoteAt(await readConfig(), evm.remote, store.url.slice(0, -1), target.folder);
  const reloading = await openSite('reloads', config);
  return {
    url: reloading.url,
    async [Symbol.asyncDispose]() {
      await reloading.close();
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Playwright may be told of a new page by a process of Firefox that was ended a moment ago, and then opens none. */
function openBlank(): Promise<Page> {
  const blank = context.newPage();
  return inFirefox ? blank.catch(() => context.newPage()) : blank;
}

/** Ends the process of a page once it has begun these imports for the `time`-th time. */
async function crashAtImport(
  imports: readonly string[],
  from: readonly Family[],
  time: number,
): Promise<void> {
  const page = await openBlank();
  await page.goto(site.url, { waitUntil: 'commit' });
  const expected = from.flatMap(({ remote }) => Array.from({ length: time }, () => remote)).sort();
  await expect.poll(() => [...imports].sort(), { timeout: 30_000 }).toEqual(expected);
  // A remote that is still being imported when the page ends is marked too.
  for (const family of families)
    if (!from.includes(family)) await card(page, family).getByText('Connect with').waitFor();
  for (const family of from) await whenMarkCounts(page, family);
  await crash(page);
}

async function open(): Promise<Page> {
  const page = await openBlank();
  page.setDefaultTimeout(30_000);
  await page.goto(site.url);
  await whenReady(page);
  return page;
}

/** From now on a family's store answers so where a file of its release is asked for. */
async function turn(family: Family, file: 'discovery' | 'entry', answer: RequestListener): Promise<void> {
  const { manifest } = await readLive(releaseFolder(family.remote));
  stores.get(family)?.turn({ [manifest[file]]: answer });
}

/** A file of a family's release, by the form of its name. */
async function fileOf(family: Family, form: RegExp): Promise<string> {
  const { manifest } = await readLive(releaseFolder(family.remote));
  return manifest.files.find(({ path }) => form.test(path))?.path ?? '';
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

function toFamily(remote: string): Family {
  return families.find((family) => family.remote === remote) as Family;
}

/** Ends the process of a page, as a system does that has no memory left. */
async function crash(page: Page): Promise<void> {
  if (!inFirefox) {
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // The answer never comes.
    session.send('Page.crash').catch(() => undefined);
    return void (await crashed);
  }
  const tabs = await findTabs();
  for (const pid of tabs) process.kill(pid, 'SIGKILL');
  // Firefox starts others in their place.
  await expect.poll(async () => (await findTabs()).filter((pid) => tabs.includes(pid))).toEqual([]);
}

/** The processes of pages of the Firefox that this one has started. */
async function findTabs(): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const isOwn = ([pid, parent]: readonly string[]): boolean => {
    if (Number(pid) === process.pid) return true;
    const above = all.find(([other]) => other === parent);
    return above !== undefined && isOwn(above);
  };
  return all
    .filter((one) => one.includes('-isForBrowser') && one.at(-1) === 'tab' && isOwn(one))
    .map(([pid]) => Number(pid));
}
