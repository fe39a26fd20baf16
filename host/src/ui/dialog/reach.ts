import type { WalletListing } from '@linkspan/contract';

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

/** What a browser says of its device. */
export interface DeviceFacts {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Not in Firefox and Safari. */
  readonly userAgentData?: { readonly mobile: boolean };
}

/** Whether the page is on a phone or a tablet, with Android or iOS: wallets are apps there. False outside of a browser. */
export function isPhone(device: DeviceFacts | undefined = globalThis.navigator): boolean {
  if (device === undefined) return false;
  const { userAgent, maxTouchPoints, userAgentData } = device;
  if (userAgentData?.mobile) return true;
  // An iPad says that it is a Mac.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
