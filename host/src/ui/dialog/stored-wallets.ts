import {
  type FamilyId,
  parseWallets,
  type ScopedStorage,
  type View,
  type WalletListing,
} from '@linkspan/contract';
import { settledMs } from '../../limits.ts';
import { orUndefined, storagePrefix } from '../../storage.ts';
import { sortByReach } from './reach.ts';

/** The prefix of each family's list in the browser's storage. */
export const listedPrefix = `${storagePrefix}listed:`;

/** The wallets that a family listed on an earlier visit. Never throws: a list that cannot be read counts as empty. */
export function recallListed(
  storage: Pick<ScopedStorage, 'get'>,
  family: FamilyId,
): readonly WalletListing[] {
  return orUndefined(() => parseWallets(JSON.parse(storage.get(family) ?? ''), family)) ?? [];
}

/** The wallets that were listed on an earlier visit and are not yet on this one. */
export type Awaited = ReturnType<typeof awaitListed>;

/** Awaits each wallet until it is listed; one that was listed once is not awaited again. */
export function awaitListed(view: View, before: (family: FamilyId) => readonly WalletListing[]) {
  const awaited = new Map(view.families.map((family) => [family, before(family)]));
  const of = (family: FamilyId) => awaited.get(family) ?? [];
  return {
    /** The wallets of a family that were awaited at its last `toWallets`. */
    of,
    /** Listed wallets, and below them awaited ones: none after a failure, or if it is late and the family is loaded. */
    toWallets(family: FamilyId, isLate: boolean): readonly WalletListing[] {
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

/** How many wallets of a family are stored, and how many characters of an icon. */
const mostStored = 12;
const mostIcon = 2_048;

/** Stores each family's list for the next visit, as soon as it has not changed for a while. */
export function storeListed(storage: Pick<ScopedStorage, 'set'>, view: View): void {
  for (const family of view.families) {
    const { wallets } = view.family(family);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => storage.set(family, toText(wallets.get())), settledMs);
    };
    if (wallets.get().length > 0) wait();
    wallets.listen(wait);
  }
}

function toText(wallets: readonly WalletListing[]): string {
  const stored = sortByReach(wallets).slice(0, mostStored);
  return JSON.stringify(stored, (key, value) =>
    key === 'icon' && value.length > mostIcon ? undefined : value,
  );
}
