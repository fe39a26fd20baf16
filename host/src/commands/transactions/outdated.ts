import { dayMs } from '../../limits.ts';
import { isFinal, type StoredTransaction } from './stored-transaction.ts';

const daysAfterEnd = 7;
const daysWithoutEnd = 60;
const mostStored = 50;

/**
 * The ids of the sends that need not be kept any more: old ones, and the oldest where
 * there are many, those without an end last. `asking` are being asked for now.
 */
export function listOutdated(
  kept: readonly StoredTransaction[],
  now: number,
  asking: ReadonlySet<string>,
): readonly string[] {
  const over = kept.filter((send) => !asking.has(send.id) && isOld(send, now));
  const left = kept.filter((send) => !over.includes(send)).sort(byWorth);
  return [...over, ...left.slice(mostStored)].map(({ id }) => id);
}

function isOld({ outcome, at, learnedAt }: StoredTransaction, now: number): boolean {
  return isFinal(outcome) ? now - learnedAt > daysAfterEnd * dayMs : now - at > daysWithoutEnd * dayMs;
}

function byWorth(one: StoredTransaction, other: StoredTransaction): number {
  return Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)) || other.at - one.at;
}
