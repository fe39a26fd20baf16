import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approval, approve } from '../page/approval.ts';
import { card, press, readAccount, whenAccount, whenNetwork, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, type Family, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { changeWallet } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';

describe('changes inside the wallet', () => {
  test('a new account and a new network of Ethereum are shown', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, evm);
    const [, second] = evm.networks;
    await changeWallet(page, { wallet: 'evm', account: 'Pier' });
    await whenAccount(page, evm, evm.accounts.Pier);
    await changeWallet(page, { wallet: 'evm', network: second.id });
    await whenNetwork(page, evm, second.title);
  });

  test('a new account of NEAR, which tells of nothing, is shown on the return to the page', async ({
    journey,
  }) => {
    const page = await journey.open();
    await connect(page, near);
    await changeWallet(page, { wallet: 'near', account: 'Pier' });
    expect(await readAccount(page, near)).toBe(near.accounts.Harbour);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await whenAccount(page, near, near.accounts.Pier);
  });

  for (const family of [evm, solana])
    test(`a connection that was ended there is waited for, asks nobody anything, and ends by Disconnect: ${family.title}`, {
      tags: family === evm ? [] : ['release'],
    }, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      await changeWallet(page, { wallet: family.id, disconnect: true });
      for (const comeBack of [
        () => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
        () => page.reload().then(() => whenReady(page)),
      ]) {
        await comeBack();
        await whenStatus(page, family, 'Reconnecting');
        await card(page, family).getByText('Practice Wallet may be locked').waitFor();
        expect(await approval(page).count()).toBe(0);
      }
      await press(page, family, 'Disconnect');
      await whenStatus(page, family, 'Disconnected');
      await page.reload();
      await whenReady(page);
      await whenStatus(page, family, 'Disconnected');
    });
});

describe('changes by the page', () => {
  test('the network of Ethereum is switched by the wallet, that of NEAR without asking', async ({
    journey,
  }) => {
    const page = await journey.open();
    await connect(page, evm);
    await switchNetwork(page, evm);
    await approve(page);
    await whenNetwork(page, evm, evm.networks[1].title);

    await connect(page, near);
    await switchNetwork(page, near);
    await whenNetwork(page, near, near.networks[1].title);
    expect(await approval(page).count()).toBe(0);
    await page.reload();
    await whenStatus(page, near, 'Connected');
    await whenNetwork(page, near, near.networks[1].title);
  });

  test('another account that the wallet has opened is switched to, also for the next load', async ({
    journey,
  }) => {
    const page = await journey.open();
    await pick(page, solana);
    await approval(page)
      .getByRole('checkbox', { name: /Lantern/ })
      .check();
    await approve(page);
    await whenAccount(page, solana, solana.accounts.Harbour);
    await press(page, solana, 'Switch account');
    const choices = page.getByRole('dialog', { name: 'Switch account' });
    await choices.locator(`[title="${solana.accounts.Lantern}"]`).click();
    await whenAccount(page, solana, solana.accounts.Lantern);
    await page.reload();
    await whenStatus(page, solana, 'Connected');
    await whenAccount(page, solana, solana.accounts.Lantern);
  });
});

/** Switches to the family's second network. */
async function switchNetwork(page: Page, family: Family): Promise<void> {
  await press(page, family, 'Switch network');
  const choices = page.getByRole('dialog', { name: 'Switch network' });
  await choices.getByRole('button', { name: family.networks[1].title, exact: true }).click();
}
