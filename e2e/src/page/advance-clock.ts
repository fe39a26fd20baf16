import type { Page } from 'playwright-core';

/** From now on the page's clock is this much further ahead. No timer of the page comes due by it. */
export async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.evaluate((by) => {
    const { now } = Date;
    Date.now = () => now() + by;
  }, ms);
}
