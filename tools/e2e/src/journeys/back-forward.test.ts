import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { press, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { startBrowser } from '../place/browser.ts';
import { addresses } from '../place/stack.ts';

describe('a page in the back-forward cache', () => {
  let browser: Browser;
  let end: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const server = await startBrowser({ keepsPages: true });
    end = () => server.close();
    browser = await chromium.connect(server.wsEndpoint());
  });
  afterAll(() => end?.());

  test('is kept though wallets of all families are connected, and signs when it is back', async ({
    journey,
  }) => {
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ browser });
    for (const family of families) await connect(page, family);
    await goAndReturn(page);
    for (const family of families) await whenStatus(page, family, 'Connected');
    await press(page, solana, 'Sign in');
    await approve(page);
    await page.getByRole('region', { name: 'Activity' }).locator('[data-kind=signed]').first().waitFor();
  });

  test('hears when it is back that another tab has disconnected and connected meanwhile', async ({
    journey,
  }) => {
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ browser });
    await connect(page, evm);
    await connect(page, solana);
    await leave(page);
    const other = await journey.open({ beside: page });
    await whenStatus(other, evm, 'Connected');
    await press(other, evm, 'Disconnect');
    await whenStatus(other, evm, 'Disconnected');
    await connect(other, near);
    await goBack(page);
    await whenStatus(page, evm, 'Disconnected');
    await whenStatus(page, solana, 'Connected');
    await whenStatus(page, near, 'Connected');
  });

  test('goes on with a wallet that was asking when it was left', async ({ journey }) => {
    journey.expectProblems(/favicon\.ico/);
    const page = await journey.open({ browser });
    await pick(page, evm);
    await whenStatus(page, evm, 'Connecting');
    await goAndReturn(page);
    await approve(page);
    await whenStatus(page, evm, 'Connected');
  });
});

async function goAndReturn(page: Page): Promise<void> {
  await leave(page);
  await goBack(page);
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { isRestored: persisted }));
  });
  await page.goto(`${addresses.evm.url}/live.json`);
}

/** `goBack` hangs on a page that comes out of the cache. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForURL(`${addresses.host.url}/`, { waitUntil: 'commit' });
  const isRestored = () => page.evaluate(() => (globalThis as { isRestored?: boolean }).isRestored);
  await expect.poll(isRestored).toBe(true);
}
