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

/** How many wallets of a family are kept, and how many characters an icon may have to be kept with its wallet. */
const mostKept = 12;
const mostIcon = 2_048;

/** Keeps what each family lists for the next visit, as soon as the list has not changed for a while. */
export function keepListed(storage: Pick<ScopedStorage, 'set'>, view: View): void {
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
  const kept = sortByReach(wallets).slice(0, mostKept);
  return JSON.stringify(kept, (key, value) =>
    key === 'icon' && value.length > mostIcon ? undefined : value,
  );
}
