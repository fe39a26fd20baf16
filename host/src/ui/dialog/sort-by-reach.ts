import type { WalletListing } from '@linkspan/contract';

const ranks = { installed: 0, window: 1, pairing: 1, absent: 2 };

/** The one with this id first, then the wallets at hand, those that are not here last; else in the order they came in. */
export function sortByReach(wallets: readonly WalletListing[], first?: string): readonly WalletListing[] {
  const rankOf = ({ id, reach }: WalletListing) => (id === first ? -1 : ranks[reach]);
  return [...wallets].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Those of them that a press can ask. */
export function listReady(wallets: readonly WalletListing[]): readonly WalletListing[] {
  return sortByReach(wallets).filter(({ reach }) => reach !== 'absent');
}
