import type { Comparison } from '@linkspan/contract';
import { isFinal, type StoredTransaction } from './stored-transaction.ts';

/**
 * Whether the same may be sent again without a danger of sending twice: it failed as it was asked for, or expired, and no
 * reorganisation can change that. What was replaced is not offered: what took its place may have done the same in another way.
 */
export function maySendAgain({ outcome, notes }: StoredTransaction): boolean {
  // A remote of a contract before 1.3 tells more as failed than is certain.
  if (!notes || !isFinal(outcome)) return false;
  return outcome.state === 'expired' || (outcome.state === 'failed' && isAsAsked(outcome.comparison));
}

/** What failed may else be another one, and the send itself still come. */
function isAsAsked(comparison: Comparison | undefined): boolean {
  return comparison?.result === 'as-asked';
}
