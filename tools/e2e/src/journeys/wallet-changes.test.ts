import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approval, approve } from '../page/approval.ts';
import { card, press, readAccount, whenAccount, whenNetwork, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { familyTest, test } from '../page/journey.ts';
import { changeWallet, type WalletCommand } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { inTurn } from '../place/part.ts';

const mostMs = 1_000;

describe('changes inside the wallet', () => {
  for (const family of inTurn([evm, solana]))
    familyTest(`follows a new account of ${family.title} within a second`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      const change = { wallet: family.id, account: 'Pier' };
      const tookMs = await timeUntil(page, change, { family, field: 'account', title: family.accounts.Pier });
      expect(tookMs).toBeLessThan(mostMs);
    });

  test('follows a new network of Ethereum within a second', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, evm);
    const [, second] = evm.networks;
    const change = { wallet: 'evm', network: second.id };
    const tookMs = await timeUntil(page, change, { family: evm, field: 'network', title: second.id });
    expect(tookMs).toBeLessThan(mostMs);
    await whenNetwork(page, evm, second.title);
  });

  test('follows a new account of NEAR within a second of the return to the page', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, near);
    await changeWallet(page, { wallet: 'near', account: 'Pier' });
    expect(await readAccount(page, near)).toBe(near.accounts.Harbour);
    const tookMs = await timeUntil(page, 'focus', {
      family: near,
      field: 'account',
      title: near.accounts.Pier,
    });
    expect(tookMs).toBeLessThan(mostMs);
  });

  for (const family of inTurn([evm, solana]))
    familyTest(
      `reads disconnected when ${family.title} ends it in the wallet, and stays so`,
      async ({ journey }) => {
        const page = await journey.open();
        await connect(page, family);
        await changeWallet(page, { wallet: family.id, disconnect: true });
        await whenStatus(page, family, 'Disconnected');
        await card(page, family).getByText('Practice Wallet ended the connection').waitFor();
        await page.reload();
        await whenReady(page);
        await whenStatus(page, family, 'Disconnected');
      },
    );
});

describe('changes by the page', () => {
  for (const family of [solana, near])
    test(`switches the network of ${family.title} without asking the wallet`, async ({ journey }) => {
      const page = await journey.open();
      await connect(page, family);
      await switchNetwork(page, family, family.networks[1].title);
      await whenNetwork(page, family, family.networks[1].title);
      expect(await approval(page).count()).toBe(0);
      await page.reload();
      await whenStatus(page, family, 'Connected');
      await whenNetwork(page, family, family.networks[1].title);
    });

  test('asks the wallet to switch the network of Ethereum', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, evm);
    await switchNetwork(page, evm, evm.networks[1].title);
    await approve(page);
    await whenNetwork(page, evm, evm.networks[1].title);
  });

  for (const family of inTurn(families))
    familyTest(`switches to another account that ${family.title} has opened`, async ({ journey }) => {
      const page = await journey.open();
      await pick(page, family);
      await approval(page)
        .getByRole('checkbox', { name: /Lantern/ })
        .check();
      await approve(page);
      await whenAccount(page, family, family.accounts.Harbour);
      await press(page, family, 'Switch account');
      await page
        .getByRole('dialog', { name: 'Switch account' })
        .locator(`[title="${family.accounts.Lantern}"]`)
        .click();
      await whenAccount(page, family, family.accounts.Lantern);
      await page.reload();
      await whenStatus(page, family, 'Connected');
      await whenAccount(page, family, family.accounts.Lantern);
    });
});

async function switchNetwork(page: Page, family: Family, title: string): Promise<void> {
  await press(page, family, 'Switch network');
  const choices = page.getByRole('dialog', { name: 'Switch network' });
  await choices.getByRole('button', { name: title, exact: true }).click();
}

/** Milliseconds from a change in the wallet, or from the return to the page, until the card shows it. */
async function timeUntil(
  page: Page,
  event: WalletCommand | 'focus',
  shown: { readonly family: Family; readonly field: 'account' | 'network'; readonly title: string },
): Promise<number> {
  const selector = `section[data-family=${shown.family.id}] [data-field=${shown.field}][title="${shown.title}"]`;
  return page.evaluate(
    ([detail, awaited]) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (document.querySelector(awaited) === null) return;
          observer.disconnect();
          resolve(performance.now() - begun);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        window.dispatchEvent(
          detail === 'focus' ? new Event('focus') : new CustomEvent('practice-wallet', { detail }),
        );
        look();
      }),
    [event, selector] as const,
  );
}
