import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendPolicies } from '../conformance/lend-policies.ts';
import { connect } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { whenReady } from '../page/when-ready.ts';
import { startBrowser } from '../place/browser.ts';
import { bundleScript } from '../place/bundle-script.ts';
import { readLive } from '../place/read-live.ts';
import { addresses, releaseFolder } from '../place/stack.ts';
import { countTimers } from './count-timers.ts';
import type { Mounts } from './mounts-in-page.ts';

const times = Number(process.env.LINKSPAN_MOUNTS) || 1_000;
/** As often before it is measured: tables that grow with use have grown by then, and what is left behind goes on growing. */
const warmUp = times;
const mostBytes = 1_000_000;

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
    await mount(page, warmUp);
    const before = await read(page, sockets);
    const begun = performance.now();
    await mount(page, times);
    const after = await read(page, sockets);
    const tookMs = Math.round(performance.now() - begun);
    const grown = after.heapBytes - before.heapBytes;
    console.info(`${family.title}: ${times} mounts in ${tookMs} ms, heap ${grown} bytes more`, before, after);
    expect(after).toMatchObject({
      listeners: before.listeners,
      timers: before.timers,
      sockets: before.sockets,
    });
    expect(grown).toBeLessThan(mostBytes);
    await browser.close();
  });
});

async function openPage(page: Page, family: Family): Promise<void> {
  const { id, remote, origin } = family;
  await page.addInitScript(countTimers);
  await page.addInitScript(lendPolicies);
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

/** What the page holds, once what was under way has ended and its garbage is collected. */
async function read(page: Page, sockets: readonly string[]) {
  const devtools = await page.context().newCDPSession(page);
  const settled = await whenSettled(page, devtools);
  await devtools.detach();
  return { ...settled, sockets: sockets.length };
}

async function whenSettled(page: Page, devtools: CDPSession) {
  let last = await readOnce(page, devtools);
  for (let look = 0; look < 20; look++) {
    await page.waitForTimeout(200);
    const now = await readOnce(page, devtools);
    const isSame = now.listeners === last.listeners && now.timers === last.timers;
    last = now;
    if (isSame && look > 1) break;
  }
  return last;
}

async function readOnce(page: Page, devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const timers = await page.evaluate(() => (globalThis as unknown as InPage).timersSet);
  return { heapBytes: usedSize, listeners: jsEventListeners, timers };
}
