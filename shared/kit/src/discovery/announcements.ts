import type { WalletRef } from '@linkspan/contract';

/** A wallet that has announced itself. What it says of itself is a claim, not a proof. */
export interface Announced<Provider> extends WalletRef {
  /** What it says it is across families: a reverse domain name, where its standard has that. */
  readonly identity?: string;
  /** The wallet object, in the form that discovery and connector agree on. */
  readonly provider: Provider;
}

/** The wallets that are here now. */
export interface Announcements<Provider> {
  list(): readonly Announced<Provider>[];
  find(id: string): Announced<Provider> | undefined;
  /** Settles once the wallet is here. */
  whenHere(id: string): Promise<Announced<Provider>>;
  /** Takes a wallet in, unless there are too many. */
  add(wallet: Announced<Provider>): void;
  remove(isGone: (wallet: Announced<Provider>) => boolean | undefined): void;
}

const mostWallets = 100;

/** An empty list; `changed` hears of each change. */
export function createAnnouncements<Provider>(
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  let here: readonly Announced<Provider>[] = [];
  const waiting = new Set<() => void>();

  const find = (id: string) => here.find((wallet) => wallet.id === id);

  function replace(next: readonly Announced<Provider>[]): void {
    if (next.length === here.length) return;
    here = next;
    changed(here);
    for (const look of waiting) look();
  }

  return {
    find,
    list: () => here,
    whenHere: (id) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(id);
          if (found && waiting.delete(look)) resolve(found);
        };
        waiting.add(look);
        look();
      }),
    add: (wallet) => replace([...here, wallet].slice(0, mostWallets)),
    remove: (isGone) => replace(here.filter((wallet) => !isGone(wallet))),
  };
}

/** The id that a wallet wants, or `id#2` where another one has that. */
export function toFreeId(wanted: string, here: readonly WalletRef[]): string {
  let id = wanted;
  for (let count = 2; here.some((wallet) => wallet.id === id); count += 1) id = `${wanted}#${count}`;
  return id;
}
