import type { CardState } from './card.tsx';

/** What the page gives to each family's view, which lists its wallets and tells what its card is to show. */
export interface FamilyView {
  /** A wallet was picked: the dialog is no longer needed. */
  onPick(): void;
  onCard(card: CardState): void;
}
