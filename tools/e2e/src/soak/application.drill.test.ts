import { chromium, type Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildApplication } from '../application/build-application.ts';
import { approve } from '../page/approval.ts';
import { pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { startBrowser } from '../place/browser.ts';
import { openSite, readConfig } from '../place/site.ts';

const times = 100;

it(`an application that connects and disconnects ${times} times keeps nothing of it`, {
  timeout: 300_000,
}, async () => {
  await using site = await openSite('application-soak', await readConfig(), await buildApplication());
  const server = await startBrowser();
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => globalThis.application !== undefined);
    // What is made once stays, such as a table or an idle connection.
    await repeat(page, 10);
    const before = await count(page);
    await repeat(page, times);
    const more = async () => {
      const now = await count(page);
      return Object.entries(now).filter(([name, value]) => value > (before[name] ?? 0) + (room[name] ?? 0));
    };
    await expect.poll(more, { timeout: 30_000 }).toEqual([]);
  } finally {
    await server.close();
  }
});

/** The engine compiles more code, and keeps a timing of each request; the page keeps its last 500 events. */
const room: Readonly<Record<string, number>> = { JSHeapUsedSize: 900_000, Nodes: 20, JSEventListeners: 2 };

async function repeat(page: Page, how: number): Promise<void> {
  for (let at = 0; at < how; at += 1) {
    await pick(page, evm);
    await approve(page);
    await page.waitForFunction(
      () => application.linkspan.family('evm').$connection.get().status === 'connected',
    );
    await page.evaluate(() => application.linkspan.disconnect('evm'));
  }
}

async function count(page: Page): Promise<Readonly<Record<string, number>>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return Object.fromEntries(
    metrics.filter(({ name }) => name in room).map(({ name, value }) => [name, value]),
  );
}
