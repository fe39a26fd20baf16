import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { whenReady } from '../page/when-ready.ts';
import { startBrowser } from '../place/browser.ts';
import { bundleScript } from '../place/bundle-script.ts';
import { readLive } from '../place/read-live.ts';
import { addresses, releaseFolder } from '../place/stack.ts';
import type { Mounts } from './mounts-in-page.ts';

const times = Number(process.env.LINKSPAN_MOUNTS) || 200;

let server: Awaited<ReturnType<typeof startBrowser>>;
let script: string;

beforeAll(async () => {
  server = await startBrowser();
  script = await bundleScript(join(import.meta.dirname, 'mounts-in-page.ts'));
});

afterAll(() => server.close());

describe.each(families)('the connector of $title', (family) => {
  it(`leaves nothing behind after ${times} mounts and unmounts`, { timeout: 600_000 }, async () => {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await (await browser.newContext()).newPage();
    const sockets: string[] = [];
    page.on('websocket', (socket) => {
      sockets.push(socket.url());
      socket.on('close', () => sockets.splice(sockets.indexOf(socket.url()), 1));
    });
    await openPage(page, family);
    // What is made once stays, such as a table or an idle connection.
    await mount(page, 20);
    const before = await readStill(page, sockets);
    await mount(page, times);
    // A timer of the page itself may have ended meanwhile.
    const more = async () => {
      const now = Object.entries(await read(page, sockets));
      return now.filter(([name, count]) => count > before[name as keyof Counts]);
    };
    await expect.poll(more, { timeout: 30_000 }).toEqual([]);
    await browser.close();
  });
});

async function openPage(page: Page, family: Family): Promise<void> {
  const { id, remote, origin } = family;
  await page.addInitScript(countTimers);
  await page.goto(addresses.host.url);
  await whenReady(page);
  // The wallet opens its accounts to the page, so that they can be read without a prompt.
  await connect(page, family);
  await page.evaluate(script);
  const { path, manifest } = await readLive(releaseFolder(remote));
  const addressOf = (file: string) => `${origin}/${path}${file}`;
  const candidate = {
    family: id,
    discovery: addressOf(manifest.discovery),
    entry: addressOf(manifest.entry),
  };
  await page.evaluate((one) => (globalThis as unknown as InPage).mounts.open(one), candidate);
}

function mount(page: Page, count: number): Promise<void> {
  return page.evaluate((one) => (globalThis as unknown as InPage).mounts.run(one), count);
}

interface InPage {
  readonly mounts: Mounts;
  readonly timersSet: number;
}

interface Counts {
  readonly listeners: number;
  readonly timers: number;
  readonly sockets: number;
}

/** What the page holds once it is the same twice: what was under way has ended then. */
async function readStill(page: Page, sockets: readonly string[]): Promise<Counts> {
  let last: Counts | undefined;
  await expect
    .poll(async () => {
      const before = last;
      last = await read(page, sockets);
      return isDeepStrictEqual(before, last);
    })
    .toBe(true);
  return last as unknown as Counts;
}

/** What the page holds now that its garbage is collected. */
async function read(page: Page, sockets: readonly string[]): Promise<Counts> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  await devtools.detach();
  const timers = await page.evaluate(() => (globalThis as unknown as InPage).timersSet);
  return { listeners: jsEventListeners, timers, sockets: sockets.length };
}

/** In the page, before any of its scripts: from now on `globalThis.timersSet` is how many timers are set. */
function countTimers(): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const timers = new Set<unknown>();
  const clear = (timer: unknown) => {
    timers.delete(timer);
    clearTimeout(timer as number);
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run(...given);
      }, ms);
      timers.add(timer);
      return timer;
    },
    setInterval: (run: () => void, ms?: number, ...given: unknown[]) => {
      const timer = setInterval(run, ms, ...given);
      timers.add(timer);
      return timer;
    },
    clearTimeout: clear,
    clearInterval: clear,
  });
  void clearInterval;
  Object.defineProperty(globalThis, 'timersSet', { get: () => timers.size });
}
