import type { WalletListing } from '@linkspan/contract';
import type { Announced } from './announcements.ts';
import { isClaimedBy, type KnownWallet } from './known-wallet.ts';

/**
 * The wallets that are here, then the known ones that are not. Where `practice` is allowed, those that say so of
 * themselves are marked as made for it.
 */
export function toListings(
  here: readonly Announced<unknown>[],
  known: readonly KnownWallet[],
  practice = false,
): readonly WalletListing[] {
  return [
    ...here.map(({ provider: _, ...row }) => ({ ...row, reach: 'installed' })),
    ...known
      .filter((wallet) => !here.some((one) => isClaimedBy(wallet, one)))
      .map(({ otherIds: _, sites, ...row }) => ({ ...row, reach: sites ? 'redirect' : 'absent' })),
  ].map((row) => (practice && /practice/i.test(row.id) ? { ...row, practice } : row) as WalletListing);
}
