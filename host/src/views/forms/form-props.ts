import type { CardState } from '../card/card-state.ts';
import type { Family } from '../card/use-family.ts';

/** What every form of a connected card is made of. */
export interface FormProps {
  readonly family: Family;
  readonly card: CardState & { status: 'connected' };
  close(): void;
}
