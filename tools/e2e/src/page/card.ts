import type { Locator, Page } from 'playwright-core';
import type { Family } from './families.ts';

/** What a card's status may read. */
export type Word = 'Disconnected' | 'Connecting' | 'Connected' | 'Reconnecting' | 'Unavailable';

/** A family's card, by its accessible name. */
export function card(page: Page, { title }: Pick<Family, 'title'>): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Waits until the card's status reads the word. */
export async function whenStatus(page: Page, family: Family, word: Word): Promise<void> {
  const status = card(page, family)
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${word}$`) });
  await status.waitFor();
}

/** The word that the card's status reads now. */
export async function readStatus(page: Page, family: Family): Promise<string> {
  return (await card(page, family).getByRole('status').textContent()) ?? '';
}

/** Waits until the card's text has this. */
export async function whenSays(page: Page, family: Family, text: string | RegExp): Promise<void> {
  await card(page, family).filter({ hasText: text }).waitFor();
}

/** Waits until the card's text has this no more. */
export async function whenSilent(page: Page, family: Family, text: string | RegExp): Promise<void> {
  await card(page, family).filter({ hasNotText: text }).waitFor();
}

/** Presses a button of the card, also one in the menu behind `More`. */
export async function press(page: Page, family: Family, name: string): Promise<void> {
  const button = (wanted: string) => card(page, family).getByRole('button', { name: wanted, exact: true });
  // A receipt is in the place of the actions.
  const receipt = card(page, family).locator('.receipt').getByRole('button', { name: 'Dismiss' });
  if (await receipt.isVisible()) await receipt.click();
  const inMenu = ['Sign message', 'Sign in', 'Switch account', 'Switch network', 'Disconnect'];
  if (inMenu.includes(name)) {
    await button(name).or(button('More')).first().waitFor();
    if ((await button(name).count()) === 0) await button('More').click();
  }
  await button(name).click();
}

/** The whole account that the card shows, in the chain's own writing. */
export async function readAccount(page: Page, family: Family): Promise<string> {
  return (await card(page, family).locator('[data-field=account]').getAttribute('title')) ?? '';
}

/** Waits until the card shows the account. */
export async function whenAccount(page: Page, family: Family, account: string): Promise<void> {
  await card(page, family).locator(`[data-field=account][title="${account}"]`).waitFor();
}

/** Waits until the card shows the network. */
export async function whenNetwork(page: Page, family: Family, title: string): Promise<void> {
  await card(page, family).locator('[data-field=network]').getByText(title, { exact: true }).waitFor();
}

/** The balance that the card shows, in the smallest unit; waits until there is one. */
export async function readBalance(page: Page, family: Family): Promise<bigint> {
  const shown = card(page, family).locator('[data-field=balance]');
  return toSmallest((await shown.getAttribute('value')) ?? '', family.networks[0].decimals);
}

/** An exact decimal amount in the smallest unit. */
function toSmallest(amount: string, decimals: number): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}
