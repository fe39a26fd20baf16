import type { WalletListing } from '@linkspan/contract';

const ranks = { installed: 0, window: 1, pairing: 1, absent: 2 };

/**
 * The id `first`, then wallets at hand, then absent ones. In a wallet’s own browser, installed ones precede `first`.
 */
export function sortByReach(wallets: readonly WalletListing[], first?: string): readonly WalletListing[] {
  const rankOf = (wallet: WalletListing) => {
    if (wallet.id === first && (wallet.reach === 'installed' || !isInWallet(wallets))) return -1;
    return isOpenable(wallet) ? ranks.window : ranks[wallet.reach];
  };
  const ranked = wallets.map((wallet) => ({ wallet, rank: rankOf(wallet) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ wallet }) => wallet);
}

/** Those of them that a press can ask, here or in their apps. */
export function listReady(wallets: readonly WalletListing[]): readonly WalletListing[] {
  return sortByReach(wallets).filter(isAtHand);
}

/** Whether a press opens the wallet itself, not its install page. */
export function isAtHand(wallet: WalletListing): boolean {
  return wallet.reach !== 'absent' || isOpenable(wallet);
}

/** The address that opens this page in the wallet's app: on a phone, of a wallet that is not here and has one. */
export function openUrlOf(wallet: WalletListing): string | undefined {
  return wallet.reach === 'absent' && wallet.openUrl && isPhone() ? wallet.openUrl : undefined;
}

/** Whether a press opens this page in the wallet's app. */
export function isOpenable(wallet: WalletListing): boolean {
  return openUrlOf(wallet) !== undefined;
}

/** Whether the page is in a wallet's own browser: on a phone, where one of the family's wallets is installed. */
export function isInWallet(wallets: readonly WalletListing[]): boolean {
  return wallets.some(({ reach, practice }) => reach === 'installed' && !practice) && isPhone();
}

/** The browser's description of its device. */
export interface DeviceFacts {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Not in Firefox and Safari. */
  readonly userAgentData?: { readonly mobile: boolean };
}

/** Whether the page is on a phone or tablet with Android or iOS, where wallets are apps. False outside of a browser. */
export function isPhone(device: DeviceFacts | undefined = globalThis.navigator): boolean {
  if (device === undefined) return false;
  const { userAgent, maxTouchPoints, userAgentData } = device;
  if (userAgentData?.mobile) return true;
  // An iPad says that it is a Mac.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
