import { describe, expect } from 'vitest';
import { readChainBalance } from '../chain/read-balance.ts';
import { card, press, readAccount, readBalance, whenNetwork, whenStatus } from '../page/card.ts';
import { connect, connectAll } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { readStatuses } from '../page/statuses.ts';
import { whenReady } from '../page/when-ready.ts';
import { expectMessageSigned, expectSent } from './steps.ts';

describe('the tour', () => {
  test('connects Ethereum, with account, network and balance', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, evm);
    expect(await readAccount(page, evm)).toBe(evm.accounts.Harbour);
    await whenNetwork(page, evm, evm.networks[0].title);
    expect(await readBalance(page, evm)).toBe(await readChainBalance(evm, evm.accounts.Harbour));
  });

  test('signs a message with Solana, as the account alone could', { tags: ['release'] }, async ({
    journey,
  }) => {
    await expectMessageSigned(await journey.open(), solana);
  });

  test('sends with Ethereum: the chain moves what the page says', async ({ journey }) => {
    await expectSent(await journey.open(), evm);
  });

  test('comes back after a reload: reconnecting, then connected, in all three', async ({ journey }) => {
    const page = await journey.open();
    await connectAll(page);
    await page.reload();
    await whenReady(page);
    for (const family of families) {
      await whenStatus(page, family, 'Connected');
      expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
      expect(await readStatuses(page, family)).toEqual(['Reconnecting', 'Connected']);
    }
  });

  test('keeps NEAR disconnected after a reload, and the others connected', async ({ journey }) => {
    const page = await journey.open();
    await connectAll(page);
    await press(page, near, 'Disconnect');
    await whenStatus(page, near, 'Disconnected');
    await page.reload();
    await whenReady(page);
    for (const family of families)
      await whenStatus(page, family, family === near ? 'Disconnected' : 'Connected');
    expect(await readStatuses(page, near)).toEqual(['Disconnected']);
    expect(await card(page, near).getByRole('button', { name: 'Disconnect' }).count()).toBe(0);
  });
});
