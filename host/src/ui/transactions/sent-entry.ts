import type { Activity } from '../../commands/shell.ts';

/** A send in the activity. */
export type SentEntry = Activity & { readonly kind: 'sent' };

/** Whether a send may have gone through, nobody knows, and the person has not said that they have checked. */
export function isInDoubt({
  outcome,
  isDismissed,
  isLookedFor,
}: Pick<SentEntry, 'outcome' | 'isDismissed' | 'isLookedFor'>): boolean {
  return outcome.state === 'unknown' && !isDismissed && !isLookedFor;
}
