import type { Page } from 'playwright-core';

/** Sets a mark that the page has until it is loaded again. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSamePage' in globalThis);
}
