import type { Locator, Page } from 'playwright-core';
import { approval, approve } from './approval.ts';
import { press } from './card.ts';
import type { Family } from './families.ts';

/** The latest line that the page's activity has for a family. */
export async function latestActivity(page: Page, family: Family, kind: 'signed' | 'sent'): Promise<Locator> {
  const line = lines(page, family, kind).first();
  await line.waitFor();
  return line;
}

/** All that the activity shows of a signature or a transaction, by field. */
export async function readFields(line: Locator): Promise<Readonly<Record<string, string>>> {
  const entries = await line
    .locator('[data-field]')
    .evaluateAll((elements) =>
      elements.map((element) => [(element as HTMLElement).dataset.field, element.textContent]),
    );
  return Object.fromEntries(entries);
}

/** Signs in with a family's connected wallet, and answers all that the activity shows of it, by field. */
export async function signIn(page: Page, family: Family): Promise<Readonly<Record<string, string>>> {
  return sign(page, family, () => press(page, family, 'Sign in'));
}

/** Signs a message with a family's connected wallet. */
export async function signMessage(page: Page, family: Family): Promise<void> {
  await sign(page, family, () => askToSign(page, family));
}

/** Asks for a message by the card's form. */
export async function askToSign(page: Page, family: Family): Promise<void> {
  await press(page, family, 'Sign message');
  await page.getByLabel('Message', { exact: true }).fill('Ahoy');
  await page.getByRole('button', { name: /^Continue in/ }).click();
}

async function sign(page: Page, family: Family, ask: () => Promise<void>) {
  const signed = lines(page, family, 'signed');
  const before = await signed.count();
  await ask();
  await approve(page);
  // The newest comes first, and the others move down.
  await signed.nth(before).waitFor();
  return readFields(signed.first());
}

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

/** The latest send of a family, once it reads so. */
export async function whenSend(page: Page, family: Pick<Family, 'id'>, word: string): Promise<Locator> {
  const line = lines(page, family, 'sent').first();
  await line.locator('[data-state]').getByText(word, { exact: true }).waitFor();
  return line;
}

function lines(page: Page, { id }: Pick<Family, 'id'>, kind: 'signed' | 'sent'): Locator {
  const activity = page.getByRole('region', { name: 'Activity' });
  return activity.locator(`[data-family=${id}][data-kind=${kind}]`);
}
