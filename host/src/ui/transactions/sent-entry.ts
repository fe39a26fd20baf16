import type { Activity } from '../../commands/shell.ts';

/** A send in the activity. */
export type SentEntry = Activity & { readonly kind: 'sent' };
