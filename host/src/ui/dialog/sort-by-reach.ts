import type { WalletListing } from '@linkspan/contract';

const ranks = { installed: 0, window: 1, pairing: 1, absent: 2 };

/** The wallets at hand first, those that are not here last; else in the order they came in. */
export function sortByReach(wallets: readonly WalletListing[]): readonly WalletListing[] {
  return [...wallets].sort((one, other) => ranks[one.reach] - ranks[other.reach]);
}

/** Those of them that a press can ask. */
export function listReady(wallets: readonly WalletListing[]): readonly WalletListing[] {
  return sortByReach(wallets).filter(({ reach }) => reach !== 'absent');
}
