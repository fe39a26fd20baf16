import type { CardState } from '../cards/card-state.ts';
import type { Family } from '../cards/use-family.ts';

/** What every form of a connected card is made of. */
export interface FormProps {
  readonly family: Family;
  readonly card: CardState & { status: 'connected' };
  close(): void;
}
