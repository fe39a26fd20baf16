import type { FamilyId, View, WalletListing } from '@linkspan/contract';

/** The wallets that were listed on an earlier visit and are not yet on this one. */
export interface Awaited {
  /** What a family lists, and below that what is awaited of it; nothing is that comes too late once it has listed any. */
  toWallets(family: FamilyId, isLate: boolean): readonly WalletListing[];
  /** What was awaited of a family when its wallets were last asked for. */
  of(family: FamilyId): readonly WalletListing[];
}

/** Awaits the wallets until each is listed; what was listed once is not awaited again. */
export function awaitListed(view: View, before: (family: FamilyId) => readonly WalletListing[]): Awaited {
  const awaited = new Map(view.families.map((family) => [family, before(family)]));
  const of = (family: FamilyId) => awaited.get(family) ?? [];
  return {
    of,
    toWallets(family, isLate) {
      const { wallets, remote } = view.family(family);
      const { stage } = remote.get();
      const listed = wallets.get();
      const isOver = stage === 'failed' || (isLate && stage !== 'pending');
      const left = isOver ? [] : of(family).filter(({ id }) => listed.every((wallet) => wallet.id !== id));
      awaited.set(family, left);
      return [...listed, ...left];
    },
  };
}
