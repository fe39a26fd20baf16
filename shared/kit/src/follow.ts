import type { Settled, Transfer } from '@linkspan/contract';
import { firstFollowPauseMs, mostFollowPauseMs } from './limits.ts';
import { pollUntil } from './poll-until.ts';

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
