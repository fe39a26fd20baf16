import type { ScopedStorage, View, WalletListing } from '@linkspan/contract';
import { settledMs } from '../../limits.ts';
import { sortByReach } from './sort-by-reach.ts';

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
