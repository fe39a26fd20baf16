import {
  type FamilyId,
  parseWallets,
  type ScopedStorage,
  type View,
  type WalletListing,
} from '@linkspan/contract';
import { orUndefined, storagePrefix } from '../../storage.ts';

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

/** The prefix of each family's list in the browser's storage. */
export const listedPrefix = `${storagePrefix}listed:`;

/** What a family listed on an earlier visit. Never throws: of a list that cannot be read, nothing is used. */
export function recallListed(
  storage: Pick<ScopedStorage, 'get'>,
  family: FamilyId,
): readonly WalletListing[] {
  return orUndefined(() => parseWallets(JSON.parse(storage.get(family) ?? ''), family)) ?? [];
}
