import type { WalletRef } from '@linkspan/contract';

/** A wallet that has announced itself. What it says of itself is a claim, not a proof. */
export interface Announced<Provider> extends WalletRef {
  /** What it says it is across families: a reverse domain name, where its standard has that. */
  readonly identity?: string;
  /** The wallet object, in the form that discovery and connector agree on. */
  readonly provider: Provider;
}

/** The wallets that are here now. */
export interface Announcements<Wallet extends WalletRef> {
  list(): readonly Wallet[];
  find(id: string): Wallet | undefined;
  /** Settles once the wallet is here; never, where the signal aborts first. */
  whenHere(id: string, signal: AbortSignal): Promise<Wallet>;
  /** Takes a wallet in: under its id, or as `id#2` where another has that. False where there are too many. */
  add(wallet: Wallet): boolean;
  remove(isGone: (wallet: Wallet) => boolean): void;
}

const mostWallets = 100;

/** An empty list; `changed` hears of each change. */
export function createAnnouncements<Wallet extends WalletRef>(
  changed: (here: readonly Wallet[]) => void,
): Announcements<Wallet> {
  let here: readonly Wallet[] = [];
  const waiting = new Set<() => void>();

  const find = (id: string) => here.find((wallet) => wallet.id === id);

  function replace(next: readonly Wallet[]): void {
    if (next.length === here.length) return;
    here = next;
    changed(here);
    for (const look of [...waiting]) look();
  }

  function freeId(wanted: string): string {
    let id = wanted;
    for (let count = 2; find(id); count += 1) id = `${wanted}#${count}`;
    return id;
  }

  return {
    find,
    list: () => here,
    whenHere: (id, signal) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(id);
          if (found && waiting.delete(look)) resolve(found);
        };
        signal.addEventListener('abort', () => waiting.delete(look), { once: true });
        waiting.add(look);
        look();
      }),
    add(wallet) {
      if (here.length === mostWallets) return false;
      replace([...here, { ...wallet, id: freeId(wallet.id) }]);
      return true;
    },
    remove: (isGone) => replace(here.filter((wallet) => !isGone(wallet))),
  };
}
