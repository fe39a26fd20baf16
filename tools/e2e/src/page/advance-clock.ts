import type { Page } from 'playwright-core';

/** How far the page's clock is ahead of the machine's, in milliseconds. */
interface Ahead {
  clockAheadMs?: number;
}

/** In the page, before any of its scripts: it takes its functions of the platform as it finds them then. */
export function letClockAdvance(): void {
  const { now } = Date;
  Date.now = () => now() + ((globalThis as Ahead).clockAheadMs ?? 0);
}

/** From now on the page's clock is this much further ahead. No timer of the page comes due by it. */
export async function advanceClock(page: Page, ms: number): Promise<void> {
  await page.evaluate((by) => {
    const ahead = globalThis as Ahead;
    ahead.clockAheadMs = (ahead.clockAheadMs ?? 0) + by;
  }, ms);
}
