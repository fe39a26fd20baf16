import {
  accountsOf,
  type Balance,
  type Connection,
  type FamilyId,
  type FamilyView,
  isConnectedTo,
  parseBalance,
  parseConnection,
  type ScopedStorage,
  type View,
} from '@linkspan/contract';
import { openStorage, orUndefined, storagePrefix } from '../storage.ts';

/** A family's connection as the page knows it after a reload, before any chain code has run. */
export interface Remembered {
  readonly connection: Connection & { status: 'reconnecting' };
  /** The same, as it was shown while it was connected; left out by a page of an earlier version. */
  readonly connected?: Connection & { status: 'connected' };
  readonly balance?: Balance;
}

/** Stored when a person has disconnected, to distinguish it from storage that was cleared. */
export const ended = '';

/**
 * The connection of the last visit; undefined if there was none, or if it cannot be parsed. A balance that cannot be
 * parsed is left out.
 */
export function recall(storage: ScopedStorage, family: FamilyId): Remembered | undefined {
  const kept = parseKept(storage.get(family));
  if (kept === undefined) return undefined;
  const balance = orUndefined(() => {
    // Pages before version 0.1.0 have stored the coin's symbol with it.
    const { account, amount } = JSON.parse(storage.get(balanceOf(family)) || '');
    return parseBalance({ account, amount }, 'balance');
  });
  return { ...kept, ...(balance && { balance }) };
}

/**
 * Balances have their own key: tabs see each other's writes late, and a tab that writes its balance must not overwrite
 * the account that another has just selected.
 */
const balanceOf = (family: FamilyId) => `${family}:balance`;

function parseKept(text: string | undefined): Omit<Remembered, 'balance'> | undefined {
  const stored = orUndefined(() => JSON.parse(text || 'null'));
  if (typeof stored !== 'object' || stored === null) return undefined;
  const connection = orUndefined(() => parseConnection(stored.connection, 'connection'));
  if (connection?.status !== 'reconnecting') return undefined;
  const { wallet, accounts } = connection;
  const shown = { status: 'connected', wallet, accounts, ...stored.connected };
  const connected = orUndefined(() => parseConnection(shown, 'connected'));
  return { connection, ...(connected?.status === 'connected' && { connected }) };
}

/** Which wallet, with which accounts, the one in use first, as text; empty for none. */
export function nameOf(connection: Connection): string {
  const accounts = accountsOf(connection);
  return 'wallet' in connection && accounts.length > 0 ? [connection.wallet.id, ...accounts].join(' ') : '';
}

/** Stores one family's connection for the next load, and for the other tabs. */
export interface PersistedConnection {
  /** Whether another tab has changed the stored connection since this one wrote or read it. */
  isBehind(): boolean;
  /** Marks the stored state as known. */
  take(): void;
  /**
   * Marks the stored state as known, and does not store the changes that `run` makes to follow it: the tab that wrote
   * it has the last word. `run` returns whether the wallet was adopted. Changes by the person or the wallet meanwhile
   * are stored.
   */
  follow(walletId: string, run: () => Promise<boolean>): Promise<void>;
  end(): void;
}

/**
 * Stores the connection whenever the person or the wallet has changed it in this tab. If they end it, it is removed; a
 * wallet that only failed to answer stays stored. A restore, until its connector has adopted the wallet (`isAhead`), does
 * not overwrite a newer state of another tab.
 */
export function persistConnection(
  storage: ScopedStorage,
  family: FamilyId,
  view: FamilyView,
  isAhead: () => boolean,
): PersistedConnection {
  let { status } = view.connection.get();
  let known = nameOf(view.connection.get());
  let text = storage.get(family);
  let isFollowing = false;
  /** The latest change was by a silent read: the next one is the adoption. */
  let isSilent = false;
  /** The wallet that is followed, until its connection has changed. */
  let followed: string | undefined;

  const isBehind = () => storage.get(family) !== text;
  const take = () => {
    text = storage.get(family);
  };

  function write(next: string | undefined): void {
    if (next === undefined) storage.remove(family);
    else storage.set(family, next);
    if (!next) storage.remove(balanceOf(family));
    take();
  }

  function keep(): void {
    const connection = view.connection.get();
    const name = nameOf(connection);
    const isNews = name !== known;
    const wasRestoring = status === 'reconnecting' || isSilent;
    const isOvertaken = wasRestoring && isBehind();
    isSilent = connection.status === 'connected' && status === 'reconnecting' && isAhead();
    [known, status] = [name, connection.status];
    if (followed !== undefined && isConnectedTo(connection, followed)) {
      // The first change is the adoption: a wallet whose connection has changed before is not adopted.
      if (!isSilent) followed = undefined;
    } else if (connection.status === 'connected') {
      const stored = parseKept(storage.get(family));
      const isSame = stored === undefined || nameOf(stored.connection) === name;
      if (isNews ? !isOvertaken : isSame) write(toText(connection));
    } else if (connection.status === 'disconnected' && isNews && !isOvertaken) {
      if (connection.failure === undefined) write(ended);
      // The wallet notifies other tabs itself: it may have ended the connection for this one alone. If the person has
      // ended it in another tab, that stays.
      else if (isRevoked(connection) && !(isFollowing && wasRestoring) && storage.get(family) !== ended)
        write(undefined);
    }
  }

  function keepBalance(balance: Balance | undefined): void {
    const connection = view.connection.get();
    if (connection.status !== 'connected' || balance === undefined) return;
    storage.set(balanceOf(family), JSON.stringify(balance));
    // The storage was cleared, and nobody has ended anything.
    if (storage.get(family) === undefined) write(toText(connection));
  }

  const ends = [view.connection.listen(keep), view.balance.listen(keepBalance)];
  return {
    isBehind,
    take,
    async follow(walletId, run) {
      take();
      const [before, from] = [known, text];
      [followed, isFollowing] = [walletId, true];
      const isAdopted = await run();
      const hasChanged = followed === undefined;
      [followed, isFollowing] = [undefined, false];
      // A state that was stored meanwhile, by this tab too, is followed next.
      if (isAdopted) text = from;
      else if (hasChanged) {
        // The person or the wallet was faster, so nothing was adopted.
        known = before;
        keep();
      }
    },
    end() {
      for (const end of ends) end();
    },
  };
}

function isRevoked(connection: Connection & { status: 'disconnected' }): boolean {
  return connection.failure?.code === 'wallet/revoked';
}

function toText({ wallet, accounts, status: _, ...connected }: Connection & { status: 'connected' }): string {
  return JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts }, connected });
}

/** Where the page remembers connections, for its next load and for its other tabs. */
export interface Memory extends ScopedStorage {
  /** Whether the browser has stored the latest value: otherwise it is lost with this page. */
  isKept(family: FamilyId): boolean;
}

/** The prefix of each family's connection in the browser's storage. */
export const memoryPrefix = `${storagePrefix}connection:`;

/**
 * Opens it on the browser's storage. If the browser has no room for a new value, the old one is removed: a wallet that
 * is no longer in use must not be restored. For releases it is the other way round (`openStorage`).
 */
export function openMemory(): Memory {
  const storage = openStorage(memoryPrefix);
  const read = (family: FamilyId) =>
    orUndefined(() => localStorage.getItem(memoryPrefix + family) ?? undefined);
  return {
    get: storage.get,
    remove: storage.remove,
    isKept: (family) => read(family) === storage.get(family),
    set(family, value) {
      storage.set(family, value);
      if (read(family) === value) return;
      storage.remove(family);
      storage.set(family, value);
    },
  };
}

/** The id of the wallet that each family used last; it is stored for the next visit. */
export function keepLastUsed(storage: ScopedStorage, view: View): Readonly<Record<FamilyId, string>> {
  const known: Record<FamilyId, string> = {};
  for (const family of view.families) {
    const id = storage.get(family);
    if (id !== undefined) known[family] = id;
    view.family(family).connection.listen((connection) => {
      if (connection.status !== 'connected') return;
      known[family] = connection.wallet.id;
      storage.set(family, connection.wallet.id);
    });
  }
  return known;
}
