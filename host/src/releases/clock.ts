import { type Failure, failure } from '@linkspan/contract';
import { blocklistName } from '@linkspan/trust';
import { runWithin } from '../async.ts';
import { clockMs, wrongClockMs } from '../limits.ts';
import { type Fetch, toUnreachable } from './fetch-document.ts';

/**
 * How far this device's clock is ahead of the clock of the page's own server, in milliseconds; negative if it is behind.
 * Undefined if the server does not answer, or does not say the time: HTTP, "Date". A cache on the way adds the age of
 * its answer. Never rejects.
 */
export async function measureClock(fetch: Fetch, now: () => number): Promise<number | undefined> {
  const ask = async (signal: AbortSignal) => {
    const { headers } = await fetch(`/${blocklistName}`, { cache: 'no-store', signal });
    const served = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000;
    return Number.isNaN(served) ? undefined : now() - served;
  };
  return runWithin(clockMs, ask, () => toUnreachable('host')).catch(() => undefined);
}

/**
 * The failure of a remote whose document is out of its time by this device's clock, where no other document confirms
 * that clock: `release/clock` if the page's own server says another time, `release/out-of-time` if it says none.
 * Undefined if it says the same: then the document is at fault. `ahead` is the result of `measureClock`.
 */
export function explainOutOfTime(
  remote: string,
  now: number,
  ahead: number | undefined,
): Failure | undefined {
  const context = { remote, now: new Date(now).toISOString() };
  if (ahead === undefined) return failure('release/out-of-time', context);
  return Math.abs(ahead) > wrongClockMs ? failure('release/clock', context) : undefined;
}
