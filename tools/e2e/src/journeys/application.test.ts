import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Application } from '../application/app/main.ts';
import { buildApplication } from '../application/build-application.ts';
import { approve } from '../page/approval.ts';
import { pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { openSite, readConfig } from '../place/site.ts';

let built: string;
beforeAll(async () => {
  built = await buildApplication();
}, 60_000);

declare global {
  var application: Application;
}

/** Waits until the application has run, which is all that it needs. */
const whenUsable = (page: Page) => page.waitForFunction(() => globalThis.application !== undefined);

async function open(journey: Journey): Promise<Page> {
  const site = journey.keep(await openSite('application', await readConfig(), built));
  return journey.open({ url: site.url, whenUsable: async (page) => void (await whenUsable(page)) });
}

test('an application starts beside the shell, and knows the wallet that is connected', async ({
  journey,
}) => {
  const page = await open(journey);
  expect(await page.evaluate(() => document.documentElement.dataset.inline)).toBe('ran');
  await pick(page, evm);
  await approve(page);
  await page.waitForFunction(
    () => globalThis.application.linkspan.family('evm').$connection.get().status === 'connected',
  );
  expect(
    await page.evaluate(() => globalThis.application.provider.request({ method: 'eth_accounts' })),
  ).toEqual([evm.accounts.Harbour]);
});
