import type { Page } from 'playwright-core';

/** Tells the page what a browser tells it when a person comes back to its tab. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
