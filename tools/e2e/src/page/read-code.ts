import type { Page } from 'playwright-core';
import { card } from './card.ts';
import { walletDialog } from './connect.ts';
import type { Family } from './families.ts';

/** The link in the QR code that the wallet dialog or a family's card shows, as the person copies it. */
export async function readCode(page: Page, family: Family): Promise<string> {
  const shown = walletDialog(page)
    .or(card(page, family))
    .filter({ has: page.getByRole('img', { name: /code/i }) });
  await shown.waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: /^Copy/ }).last().click();
  return page.evaluate(() => navigator.clipboard.readText());
}
