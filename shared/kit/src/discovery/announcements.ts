import { mostAnnounced, type WalletRef } from '@linkspan/contract';
import { announcementsPauseMs } from '../limits.ts';
import { isClaimedBy, type KnownWallet } from './claims.ts';

/** A wallet that has announced itself. Its name and identity are claims without a proof. */
export interface Announced<Provider> extends WalletRef {
  /** Across families: a reverse domain name, if its standard has one. */
  readonly identity?: string;
  /** The wallet object, in the form that discovery and connector agree on. */
  readonly provider: Provider;
  /** What the remote itself knows of it. It is held apart from the wallet's object, which can claim anything. */
  readonly own?: object;
}

/** The wallets that are here now. */
export interface Announcements<Provider> {
  list(): readonly Announced<Provider>[];
  find(id: string): Announced<Provider> | undefined;
  /** Settles once the wallet is here. */
  whenHere(id: string): Promise<Announced<Provider>>;
  /**
   * Adds a wallet, under its id or `id#2` if another one has that. Returns false if the list is full; it reserves room
   * for wallets that the team knows and the one that was used last.
   */
  add(wallet: Announced<Provider>): boolean;
  /** Removes wallets and adds others in one change. Returns false if nothing changes. */
  replace(isGone: (wallet: Announced<Provider>) => boolean, ...added: Announced<Provider>[]): boolean;
}

/** More room for wallets that claim to be one of the team's. */
const mostWithKnown = mostAnnounced + 100;
/** After this many, one of the team's is listed before the others: a page shows about thirty at first. */
const mostBefore = 20;
/** Characters of all icons. Wallets beyond that are listed without theirs. */
const mostIcons = 4_000_000;
/** Up to this many wallets, each change is reported at once; above, all changes within a quarter of a second together. */
const mostAtOnce = 50;

/**
 * An empty list, which calls `changed` at each change. `known` are the wallets that the team knows. A flood leaves out
 * neither the first that claims to be one of them nor the one of the id `lastUsed`, however late it comes.
 */
export function createAnnouncements<Provider>(
  known: readonly KnownWallet[],
  changed: (here: readonly Announced<Provider>[]) => void,
  lastUsed = '',
): Announcements<Provider> {
  type Wallet = Announced<Provider>;
  const reserved = [...known, { id: lastUsed }];
  let here: readonly Wallet[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Set<() => void>();

  const find = (id: string) => here.find((wallet) => wallet.id === id);

  function replace(isGone: (wallet: Wallet) => boolean, ...added: Wallet[]): boolean {
    const next = added.reduce(
      withWallet,
      here.filter((wallet) => !isGone(wallet)),
    );
    if (next.length === here.length && next.every((wallet, at) => wallet === here[at])) return false;
    here = next;
    if (here.length <= mostAtOnce) report();
    else timer ??= setTimeout(report, announcementsPauseMs);
    for (const look of waiting) look();
    return true;
  }

  function report(): void {
    clearTimeout(timer);
    timer = undefined;
    changed(here);
  }

  function withWallet(list: readonly Wallet[], wallet: Wallet): readonly Wallet[] {
    const claimed = reserved.filter((one) => isClaimedBy(one, wallet));
    const isFirst = claimed.some((one) => !list.some((other) => isClaimedBy(one, other)));
    if (list.length >= (claimed[0] ? mostWithKnown : mostAnnounced) && !isFirst) return list;
    const { icon = '', ...rest } = wallet;
    const icons = list.reduce((sum, one) => sum + (one.icon?.length ?? 0), icon.length);
    const added = { ...(icons > mostIcons ? rest : wallet), id: toFreeId(wallet.id, list) };
    return isFirst && list.length > mostBefore ? [added, ...list] : [...list, added];
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
    add: (wallet) => replace(() => false, wallet),
    replace,
  };
}

function toFreeId(wanted: string, here: readonly WalletRef[]): string {
  const taken = new Set(here.map(({ id }) => id));
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}#${count}`;
  return id;
}
