import type { Locator, Page } from 'playwright-core';
import { approve } from './approval.ts';
import { card, whenStatus } from './card.ts';
import { type Family, families } from './families.ts';

/** The dialog of all wallets. */
export function walletDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Connect a wallet', exact: true });
}

/** A wallet's button of a family: in the family's group, in the row of a wallet of several families, or among those to get. */
export function walletButton(
  page: Page,
  { title }: Pick<Family, 'title'>,
  wallet = 'Practice Wallet',
): Locator {
  const dialog = walletDialog(page);
  const group = dialog.getByRole('group', {
    name: new RegExp(`^(${title}|Get a wallet|Open in your wallet’s app)$`),
  });
  const alone = group.getByRole('button', { name: new RegExp(`^${wallet}\\b`) });
  const joined = dialog.getByRole('button', { name: new RegExp(`^${wallet}, ${title}: `) });
  return joined.or(alone).first();
}

/** Opens the dialog by the button in the page's header. */
export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click();
  await walletDialog(page).waitFor();
}

/** Picks a wallet; the wallet asks. */
export async function pick(page: Page, family: Family, wallet?: string): Promise<void> {
  await openDialog(page);
  await walletButton(page, family, wallet).click();
}

/** Connects a wallet and approves in it. */
export async function connect(page: Page, family: Family, wallet?: string): Promise<void> {
  await pick(page, family, wallet);
  await approve(page, wallet);
  await whenStatus(page, family, 'Connected');
}

/** Connects the practice wallet of every family. */
export async function connectAll(page: Page): Promise<void> {
  for (const family of families) await connect(page, family);
}

/** Connects a family, and waits for its balance. */
export async function connectWhole(page: Page, family: Family): Promise<void> {
  await connect(page, family);
  await whenStatus(page, family, 'Connected');
  await card(page, family).locator('[data-field=balance]').waitFor();
}
