import type { CDPSession } from 'playwright-core';
import type { Traffic } from './traffic.ts';

const changes = ['Network.requestWillBeSent', 'Network.loadingFinished', 'Network.loadingFailed'] as const;

/** How long nothing may be under way until a page counts as resting, and how long that may take to come. */
interface Quiet {
  readonly quietMs: number;
  readonly deadlineMs: number;
}

/**
 * Resolves once a page has fetched nothing for so long. (The browser's own `networkidle` tells of the first half second
 * without a request, which a busy page has before it has begun.) Rejects with a sentence at the deadline.
 */
export function untilQuiet(
  session: Pick<CDPSession, 'on' | 'off'>,
  traffic: Traffic,
  { quietMs, deadlineMs }: Quiet,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => end(() => reject(new Error('The page did not come to rest.'))), deadlineMs);
    const look = () => traffic.exchanges.every(({ endMs }) => Number.isFinite(endMs)) && end(resolve);
    let timer = setTimeout(look, quietMs);
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(look, quietMs);
    };
    function end(settle: () => void): void {
      for (const name of changes) session.off(name, begin);
      clearTimeout(timer);
      clearTimeout(late);
      settle();
    }
    for (const name of changes) session.on(name, begin);
  });
}
