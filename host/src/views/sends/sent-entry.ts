import type { Activity } from '../../shell.ts';

/** A send in the activity. */
export type SentEntry = Activity & { readonly kind: 'sent' };
