import type { WalletListing } from '@linkspan/contract';
import type { Announced } from './announcements.ts';
import type { KnownWallet } from './known-wallet.ts';

/**
 * The wallets that are here, then the known ones that are not. Where `practice` is allowed, those that say so of
 * themselves are marked as made for it.
 */
export function toListings(
  here: readonly Announced<unknown>[],
  catalog: readonly KnownWallet[],
  practice = false,
): readonly WalletListing[] {
  const absent = catalog.filter((known) => !here.some((wallet) => isKnown(wallet, known)));
  return [...here, ...absent].map((wallet) => toListing(wallet, practice));
}

/** A second wallet of one name or identity has an id of its own, and is that known wallet all the same. */
function isKnown({ id, identity, name }: Announced<unknown>, known: KnownWallet): boolean {
  return [known.id, ...(known.otherIds ?? [])].some((one) => [id, identity, name].includes(one));
}

function toListing(wallet: Announced<unknown> | KnownWallet, practice: boolean): WalletListing {
  const { id, name, icon, identity } = wallet;
  return {
    id,
    name,
    ...(icon && { icon }),
    ...(identity && { identity }),
    ...(practice && /practice/i.test(identity ?? id) && { practice }),
    ...toReach(wallet),
  };
}

function toReach(wallet: Announced<unknown> | KnownWallet) {
  if ('provider' in wallet) return { reach: 'installed' as const };
  const { installUrl } = wallet;
  return installUrl ? { reach: 'absent' as const, installUrl } : { reach: 'redirect' as const };
}
