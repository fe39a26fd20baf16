import type { Activity } from '../../commands/shell.ts';

/** A send in the activity. */
export type SentEntry = Activity & { readonly kind: 'sent' };

/**
 * Whether a send may have gone through, nobody knows yet, and the person has not said that they have checked. A network
 * that is asked for it may not answer.
 */
export function isInDoubt({ outcome, isDismissed }: Pick<SentEntry, 'outcome' | 'isDismissed'>): boolean {
  return outcome.state === 'unknown' && !isDismissed;
}
