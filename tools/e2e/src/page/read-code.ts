import type { Page } from 'playwright-core';
import { card } from './card.ts';
import type { Family } from './families.ts';

/** The link in the QR code that a card shows, as the person copies it. */
export async function readCode(page: Page, family: Family): Promise<string> {
  await card(page, family).getByRole('img', { name: /code/i }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await card(page, family).getByRole('button', { name: /^Copy/ }).last().click();
  return page.evaluate(() => navigator.clipboard.readText());
}
