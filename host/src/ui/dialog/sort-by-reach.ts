import type { WalletListing } from '@linkspan/contract';
import { isPhone } from '../is-phone.ts';

const ranks = { installed: 0, window: 1, pairing: 1, absent: 2 };

/**
 * The one with this id first, then the wallets at hand, those that are not here last; else in the order they came in. In a
 * wallet's own browser, what is installed comes before the one with the id.
 */
export function sortByReach(wallets: readonly WalletListing[], first?: string): readonly WalletListing[] {
  const rankOf = (wallet: WalletListing) => {
    if (wallet.id === first && (wallet.reach === 'installed' || !isInWallet(wallets))) return -1;
    return isOpenable(wallet) ? ranks.window : ranks[wallet.reach];
  };
  return [...wallets].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Those of them that a press can ask, here or in their apps. */
export function listReady(wallets: readonly WalletListing[]): readonly WalletListing[] {
  return sortByReach(wallets).filter(isAtHand);
}

/** Whether a press leads to the wallet, and not to where a person gets it. */
export function isAtHand(wallet: WalletListing): boolean {
  return wallet.reach !== 'absent' || isOpenable(wallet);
}

/** The address that opens this page in the wallet's app: on a phone, of a wallet that is not here and has one. */
export function openUrlOf(wallet: WalletListing): string | undefined {
  return wallet.reach === 'absent' && isPhone() ? wallet.openUrl : undefined;
}

/** Whether a press opens this page in the wallet's app. */
export function isOpenable(wallet: WalletListing): boolean {
  return openUrlOf(wallet) !== undefined;
}

/** Whether the page is in a wallet's own browser: on a phone, where one of the family's wallets is installed. */
export function isInWallet(wallets: readonly WalletListing[]): boolean {
  return wallets.some(({ reach, practice }) => reach === 'installed' && !practice) && isPhone();
}
