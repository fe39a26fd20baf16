import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { approval, approve } from '../page/approval.ts';
import { readAccount, readStatus, whenStatus } from '../page/card.ts';
import { connect, openDialog, pick, walletButton, walletDialog } from '../page/connect.ts';
import { evm, type Family, families, near, solana } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { familyTest, test } from '../page/journey.ts';
import { changeWallet, readWallet } from '../page/practice-wallet.ts';
import { inTurn } from '../place/part.ts';

const heading = 'One wallet for several chains';
const first = 'Practice Wallet';
const second = 'Second Practice Wallet';
const doubt = 'Another one says it is this wallet too';

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

  test('connects the family that is pressed, and no other', async ({ journey }) => {
    const page = await journey.open();
    await connect(page, solana);
    for (const other of [evm, near]) {
      expect(await readStatus(page, other)).toBe('Disconnected');
      expect((await readWallet(page, other.id)).granted ?? []).toEqual([]);
    }
    await openDialog(page);
    expect(await labels(page)).toEqual([
      'Practice Wallet, Ethereum: Connect',
      'Practice Wallet, Solana: Connected',
      'Practice Wallet, NEAR: Connect',
    ]);
  });

  test('changes the pressed family alone, though the wallet connects its others along', async ({
    journey,
  }) => {
    const page = await journey.open();
    await changeWallet(page, { wallet: 'evm', switches: { connectsOthers: true } });
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

  test('says where it is asked, and is pressed by keyboard alone', async ({ journey }) => {
    const page = await journey.open();
    await openDialog(page);
    await whenJoined(page);
    await walletButton(page, evm).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await approval(page).waitFor();
    // By key: the window that asks lies over the button.
    await page.getByRole('button', { name: 'Connect wallet', exact: true }).press('Enter');
    expect(await labels(page)).toContain('Practice Wallet, NEAR: Connecting');
    await walletDialog(page).getByRole('button', { name: 'Close', exact: true }).click();
    await approve(page);
    await whenStatus(page, near, 'Connected');
    expect(await readStatus(page, evm)).toBe('Disconnected');
  });

  test('has buttons that a thumb can press, all within a phone', async ({ journey }) => {
    const page = await journey.open({ viewport: { width: 390, height: 844 } });
    await openDialog(page);
    await whenJoined(page);
    for (const family of families) {
      const box = await walletButton(page, family).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findViolations(page)).toEqual([]);
  });
});

describe('a second wallet', () => {
  for (const family of inTurn(families))
    familyTest(
      `of ${family.title} that claims to be the first gets no place in its row: both are listed, told apart`,
      async ({ journey }) => {
        const page = await journey.open({ storage: toStorage(family, { poses: 'first' }) });
        await openDialog(page);
        const claiming = group(page, family.title).getByRole('button', { name: doubt });
        await claiming.nth(1).waitFor();
        expect(await claiming.count()).toBe(2);
        const others = families.filter((one) => one !== family);
        expect(await labels(page)).toEqual([]);
        expect(await findViolations(page)).toEqual([]);
        for (const { title } of others)
          expect(await group(page, title).getByRole('button', { name: first }).count()).toBe(1);
        await claiming.first().click();
        await approve(page);
        await whenStatus(page, family, 'Connected');
        expect(await readAccount(page, family)).toBe(family.accounts.Harbour);
      },
    );

  test('of the same name alone is no part of the row, and says what it is', async ({ journey }) => {
    const page = await journey.open({ storage: toStorage(evm, { poses: 'name' }) });
    await openDialog(page);
    await whenJoined(page);
    const other = group(page, 'Ethereum').getByRole('button', { name: first });
    await other.waitFor();
    expect(await other.textContent()).toContain('practice.linkspan.second · Another one has this name');
    expect(await joined(page).getByText('practice.linkspan.wallet').count()).toBe(1);
    await other.click();
    await approve(page, second);
    await whenStatus(page, evm, 'Connected');
    expect(Object.values(evm.accounts)).not.toContain(await readAccount(page, evm));
  });

  test('that serves several families too has a row of its own', async ({ journey }) => {
    const page = await journey.open();
    for (const { id } of families) await changeWallet(page, { wallet: id, switches: { secondWallet: true } });
    await openDialog(page);
    await joined(page).getByText(second, { exact: true }).waitFor();
    expect(await labels(page)).toHaveLength(6);
    await page.keyboard.press('Escape');
    await pick(page, near, second);
    await approve(page, second);
    await whenStatus(page, near, 'Connected');
    expect(Object.values(near.accounts)).not.toContain(await readAccount(page, near));
  });
});

function joined(page: Page): Locator {
  return group(page, heading);
}

function group(page: Page, name: string): Locator {
  return walletDialog(page).getByRole('group', { name, exact: true });
}

/** Each family lists its wallets on its own time. */
async function whenJoined(page: Page): Promise<void> {
  for (const { title } of families)
    await joined(page)
      .getByRole('button', { name: `${first}, ${title}: ` })
      .waitFor();
}

async function labels(page: Page): Promise<readonly (string | null)[]> {
  const buttons = await joined(page).getByRole('button').all();
  return Promise.all(buttons.map((button) => button.getAttribute('aria-label')));
}

/** What the practice wallets remember where the second one of a family is there, with these switches. */
function toStorage({ id }: Family, switches: object) {
  return {
    [`practice-wallet:${id}`]: { switches: { secondWallet: true } },
    [`practice-wallet:${id}-second`]: { switches },
  };
}
