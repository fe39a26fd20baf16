import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openPlainHost, type PlainHost, whenPlainHostReady } from '../plain-host/plain-host.ts';

type Face = { readonly plainHost: PlainHost };

describe('an ordinary Module Federation host, by the federation’s manifest', () => {
  for (const family of families)
    test(`loads ${family.remote}, connects a wallet and reads what it publishes`, async ({ journey }) => {
      const site = journey.keep(await openPlainHost(family));
      const page = await journey.open({ url: site.url, whenUsable: whenPlainHostReady });
      const connected = page.evaluate(
        (id) => (globalThis as unknown as Face).plainHost.connect(id),
        family.id,
      );
      await approve(page);
      await connected;
      const read = (id: string) => (globalThis as unknown as Face).plainHost.readConnection(id);
      expect(await page.evaluate(read, family.id)).toMatchObject({
        status: 'connected',
        accounts: expect.arrayContaining([`${family.networks[0].id}:${family.accounts.Harbour}`]),
      });
    });
});
