import type { Page } from 'playwright-core';
import { version } from 'react';
import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { type Family, families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openPlainHost, type PlainHost, whenPlainHostReady } from '../plain-host/plain-host.ts';

type Face = { readonly plainHost: PlainHost };

/** Connects the practice wallet and expects that the remote publishes it. */
async function connect(page: Page, { id, networks, accounts }: Family): Promise<void> {
  expect(await page.locator('body').getAttribute('data-ready')).toBe('yes');
  const connected = page.evaluate((one) => (globalThis as unknown as Face).plainHost.connect(one), id);
  await approve(page);
  await connected;
  const read = (one: string) => (globalThis as unknown as Face).plainHost.readConnection(one);
  expect(await page.evaluate(read, id)).toMatchObject({
    status: 'connected',
    accounts: expect.arrayContaining([`${networks[0].id}:${accounts.Harbour}`]),
  });
}

describe('an ordinary Module Federation host, by the federation’s manifest', () => {
  for (const family of families)
    test(`loads ${family.remote}, connects a wallet and reads what it publishes`, {
      tags: family.id === 'near' ? [] : ['release'],
    }, async ({ journey }) => {
      const site = journey.keep(await openPlainHost(family, version));
      await connect(await journey.open({ url: site.url, whenUsable: whenPlainHostReady }), family);
    });

  const solana = families.find(({ id }) => id === 'solana') as Family;

  test('that shares no React connects remote-solana with the remote’s own', async ({ journey }) => {
    const site = journey.keep(await openPlainHost(solana));
    await connect(await journey.open({ url: site.url, whenUsable: whenPlainHostReady }), solana);
  });

  test('that shares React 18 is told that remote-solana needs 19', async ({ journey }) => {
    const site = journey.keep(await openPlainHost(solana, '18.3.1'));
    const page = await journey.open({ url: site.url, whenUsable: whenPlainHostReady });
    expect(await page.locator('body').getAttribute('data-ready')).toContain('RUNTIME-015');
  });
});
