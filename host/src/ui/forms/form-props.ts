import type { CardState } from '../cards/card-state.ts';
import type { Family } from '../cards/use-family.ts';
import type { SentEntry } from '../transactions/sent-entry.ts';

/** What every form of a connected card is made of. */
export interface FormProps {
  readonly family: Family;
  readonly card: CardState & { status: 'connected' };
  /** The send that is to be done again. */
  readonly draft?: SentEntry | undefined;
  close(): void;
}
