import type { Locator, Page } from 'playwright-core';
import { approval, approve } from './approval.ts';
import { press } from './card.ts';
import type { Family } from './families.ts';

/** Asks the wallet to send by the card's form; the wallet's window is open then. */
export async function askToSend(page: Page, family: Family, to: string, amount: string): Promise<void> {
  await press(page, family, 'Send');
  await page.getByLabel('Recipient').fill(to);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: /^Continue in/ }).click();
  await approval(page).waitFor();
}

/** Sends and approves. */
export async function send(page: Page, family: Family, to: string, amount: string): Promise<void> {
  await askToSend(page, family, to, amount);
  await approve(page);
}

/** The latest send of a family in the activity, once it reads so. */
export async function whenSend(page: Page, { id }: Pick<Family, 'id'>, word: string): Promise<Locator> {
  const line = page
    .getByRole('region', { name: 'Activity' })
    .locator(`[data-family=${id}][data-kind=sent]`)
    .first();
  await line.locator('[data-state]').getByText(word).waitFor();
  return line;
}
