import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { latestActivity, whenSend } from '../page/activity.ts';
import { approval, approve } from '../page/approval.ts';
import { card, readAccount, readStatus, whenStatus } from '../page/card.ts';
import { connect, openDialog, walletButton, walletDialog } from '../page/connect.ts';
import { findViolations } from '../page/expect-readable.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { hasFocus, isFocused, tabTo } from '../page/keyboard.ts';
import { misbehave, readWallet } from '../page/practice-wallet.ts';

const first = 'Practice Wallet';
const doubt = 'Several wallets claim to be this one. Pick with care.';

describe('a wallet that serves several families', () => {
  test('is one row with a button for each, named for a screen reader, and in no group', async ({
    journey,
  }) => {
    const page = await journey.open();
    await openDialog(page);
    await whenJoined(page);
    expect(await labels(page)).toEqual([
      'Practice Wallet, Ethereum: Connect',
      'Practice Wallet, Solana: Connect',
      'Practice Wallet, NEAR: Connect',
    ]);
    for (const { title } of families)
      expect(await group(page, title).getByText(first, { exact: true }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  test('changes the pressed family alone, though the wallet connects its others along', async ({
    journey,
  }) => {
    const page = await journey.open();
    await misbehave(page, 'evm', { does: 'connectOthers' });
    await connect(page, evm);
    await expect.poll(async () => (await readWallet(page, 'solana')).granted.length).toBe(1);
    for (const other of [solana, near]) expect(await readStatus(page, other)).toBe('Disconnected');
    await openDialog(page);
    expect(await labels(page)).toEqual([
      'Practice Wallet, Ethereum: Connected',
      'Practice Wallet, Solana: Connect',
      'Practice Wallet, NEAR: Connect',
    ]);
  });
});

describe('a second wallet', () => {
  test('that claims to be the first gets no place in its row: both are listed, told apart', async ({
    journey,
  }) => {
    const storage = {
      'practice-wallet:evm-second': {
        here: true,
        faults: [{ does: 'claim', name: first, identity: 'practice.linkspan.wallet' }],
      },
    };
    const page = await journey.open({ storage });
    await openDialog(page);
    const claiming = group(page, 'Ethereum').getByRole('button', { name: doubt });
    await claiming.nth(1).waitFor();
    expect(await claiming.count()).toBe(2);
    expect(await labels(page)).not.toContain(`${first}, Ethereum: Connect`);
    expect(await findViolations(page)).toEqual([]);
    await claiming.first().click();
    await approve(page);
    await whenStatus(page, evm, 'Connected');
    expect(await readAccount(page, evm)).toBe(evm.accounts.Harbour);
  });
});

describe('a keyboard alone', () => {
  test('connects, signs and disconnects, and never loses the focus', async ({ journey }) => {
    const page = await journey.open();
    await tabTo(page, page.getByRole('button', { name: 'Connect wallet', exact: true }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await walletDialog(page).waitFor({ state: 'hidden' });
    expect(await isFocused(page.getByRole('button', { name: 'Connect wallet', exact: true }))).toBe(true);
    await tabTo(page, card(page, solana).getByRole('button', { name: 'More wallets for Solana' }));
    await page.keyboard.press('Enter');
    expect(await walletDialog(page).getByRole('radio', { name: 'Solana' }).isChecked()).toBe(true);
    await tabTo(page, walletButton(page, solana));
    await page.keyboard.press('Enter');
    await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await whenStatus(page, solana, 'Connected');
    await expect.poll(() => hasFocus(card(page, solana))).toBe(true);

    await tabTo(page, card(page, solana).getByRole('button', { name: 'More' }));
    await page.keyboard.press('Enter');
    expect(await isFocused(card(page, solana).getByRole('button', { name: 'Sign message' }))).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Control+Enter');
    await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await latestActivity(page, solana, 'signed');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

    await tabTo(page, card(page, solana).getByRole('button', { name: 'Send' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Recipient'));
    await page.keyboard.type(solana.accounts.Pier);
    await tabTo(page, page.getByLabel('Amount'));
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await whenSend(page, solana, 'Confirmed');
    await tabTo(page, card(page, solana).locator('.receipt').getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    expect(await hasFocus(card(page, solana))).toBe(true);

    await tabTo(page, card(page, solana).getByRole('button', { name: 'More' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await isFocused(card(page, solana).getByRole('button', { name: 'More' }))).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page, card(page, solana).getByRole('button', { name: 'Disconnect' }));
    await page.keyboard.press('Enter');
    await whenStatus(page, solana, 'Disconnected');
    await expect.poll(() => hasFocus(card(page, solana))).toBe(true);

    await tabTo(page, card(page, near).getByRole('button', { name: 'Connect NEAR with Practice Wallet' }));
    await page.keyboard.press('Enter');
    await tabTo(page, approval(page).getByRole('button', { name: 'Approve' }));
    await page.keyboard.press('Enter');
    await whenStatus(page, near, 'Connected');
    await expect.poll(() => hasFocus(card(page, near))).toBe(true);
  });
});

function group(page: Page, name: string): Locator {
  return walletDialog(page).getByRole('group', { name, exact: true });
}

/** Each family lists its wallets on its own time. */
async function whenJoined(page: Page): Promise<void> {
  for (const { title } of families)
    await walletDialog(page)
      .getByRole('button', { name: `${first}, ${title}: ` })
      .waitFor();
}

async function labels(page: Page): Promise<readonly (string | null)[]> {
  const buttons = await walletDialog(page)
    .getByRole('button', { name: new RegExp(`^${first}, `) })
    .all();
  return Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
}
