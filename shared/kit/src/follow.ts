import type { Settled, Transfer } from '@linkspan/contract';
import { firstFollowPauseMs, mostFollowPauseMs } from './limits.ts';

type Sent<Namespace extends string> = Transfer<Namespace> & { readonly state: 'sent' };
type Ended<Namespace extends string> = Exclude<Transfer<Namespace>, { state: 'sent' }>;

/**
 * Looks up the outcome of a send until it has an end, ever more rarely; never settles once the signal has aborted. A
 * network that does not answer says nothing about the send.
 */
export function follow<Namespace extends string>(
  sent: Sent<Namespace>,
  look: () => Promise<Settled>,
  signal: AbortSignal,
): Promise<Ended<Namespace>> {
  const find = async () => toEnded(sent, await look().catch(() => undefined));
  return pollUntil(find, { firstMs: firstFollowPauseMs, mostMs: mostFollowPauseMs, signal });
}

/** The end of a send as it is published; undefined where it has none yet. */
function toEnded<Namespace extends string>(
  { transaction, from, to, amount }: Sent<Namespace>,
  settled: Settled | undefined,
): Ended<Namespace> | undefined {
  const transfer = { transaction, from, to, amount };
  const comparison = settled && 'comparison' in settled ? settled.comparison : undefined;
  const compared = comparison && { comparison };
  switch (settled?.state) {
    case 'landed':
    case 'replaced': {
      const { state, by } = settled;
      return { ...transfer, state, ...(by !== undefined && { by }), ...compared };
    }
    case 'failed':
      return { ...transfer, state: 'failed', failure: settled.failure, ...compared };
    case 'expired':
      return { ...transfer, state: 'expired' };
    default:
      return undefined;
  }
}

/** How long to pause after the first look, and at most; and what ends it. */
interface Pauses {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly signal: AbortSignal;
}

/**
 * Looks until there is something to see, ever more rarely: each pause is twice the one before. `look` is given how
 * long the pause before it was, in milliseconds. Rejects as it does; never settles once the signal has aborted.
 */
export async function pollUntil<Found>(
  look: (pausedMs: number) => Promise<Found | undefined>,
  { firstMs, mostMs, signal }: Pauses,
): Promise<Found> {
  let pausedMs = 0;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, mostMs)) {
    const found = await look(pausedMs);
    if (found !== undefined && !signal.aborted) return found;
    await pause(pauseMs, signal);
    pausedMs = pauseMs;
  }
}

function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
