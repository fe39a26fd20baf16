import type { CDPSession } from 'playwright-core';
import type { TimeName } from './watch.ts';

/** What a watched page calls with the name of a time that it has noted. */
export const tellBinding = 'benchTell';

/** Returns once the page has noted this time, which it may have done before. Rejects at the deadline. */
export type UntilNoted = (name: TimeName) => Promise<void>;

/**
 * Hears which times a page notes. To wait by asking it would run the driver's own scripts there, which at a slow
 * processor take 45 ms of the very time that is measured, where the page is not waiting for its network by then.
 */
export async function hearTimes(session: CDPSession, deadlineMs: number): Promise<UntilNoted> {
  const noted = new Set<string>();
  const waiting = new Map<string, () => void>();
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== tellBinding) return;
    noted.add(payload);
    waiting.get(payload)?.();
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: tellBinding });
  return (name) =>
    new Promise((resolve, reject) => {
      if (noted.has(name)) return resolve();
      const late = setTimeout(
        () => reject(new Error(`The page has not come to: ${name}, within ${deadlineMs} ms.`)),
        deadlineMs,
      );
      waiting.set(name, () => {
        clearTimeout(late);
        resolve();
      });
    });
}
