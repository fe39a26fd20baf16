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
import { openStorage, storagePrefix } from '../storage.ts';

/** What the page knows of a family's wallet after a reload, before any chain code has run. */
export interface Remembered {
  readonly connection: Connection & { status: 'reconnecting' };
  readonly balance?: Balance;
}

/** What stands where a person has disconnected, so that other tabs can tell it from storage that was cleared. */
export const ended = '';

/**
 * What was connected when the page was last open; undefined where nothing was, or what is stored cannot be read. A
 * balance that cannot be read is left out.
 */
export function recall(storage: ScopedStorage, family: FamilyId): Remembered | undefined {
  const connection = parseKept(storage.get(family));
  if (connection === undefined) return undefined;
  const balance = tryTo(() => parseBalance(JSON.parse(storage.get(balanceOf(family)) || ''), 'balance'));
  return { connection, ...(balance && { balance }) };
}

/**
 * Balances are kept apart: tabs see each other's writes late, and one that writes its balance must not write over the
 * account that another has just taken into use.
 */
const balanceOf = (family: FamilyId) => `${family}:balance`;

function parseKept(text: string | undefined): Remembered['connection'] | undefined {
  const stored = tryTo(() => JSON.parse(text || 'null'));
  if (typeof stored !== 'object' || stored === null) return undefined;
  const connection = tryTo(() => parseConnection(stored.connection, 'connection'));
  return connection?.status === 'reconnecting' ? connection : undefined;
}

/** Which wallet, with which accounts, the one in use first, as text; empty for none. */
export function nameOf(connection: Connection): string {
  const accounts = accountsOf(connection);
  return 'wallet' in connection && accounts.length > 0 ? [connection.wallet.id, ...accounts].join(' ') : '';
}

/** The keeping of one family's connection for the next load, and for the other tabs. */
export interface Keeping {
  /** Whether another tab has changed what is kept since this one wrote or took it. */
  isBehind(): boolean;
  /** Takes what is kept as known. */
  take(): void;
  /**
   * Takes what is kept as known, and does not write what comes of following it: the tab that wrote it has the last word.
   * `run` calls `adopting` when the wallet is being taken over: what that publishes is not news, nor is a coming back
   * that fails. What the person or the wallet does here meanwhile is written as ever.
   */
  follow(walletId: string, run: (adopting: () => void) => Promise<void>): Promise<void>;
  end(): void;
}

/**
 * Keeps what is connected, whenever the person or the wallet has changed it in this tab. What they have ended is
 * forgotten; a wallet that only failed to answer is not. What another tab has written meanwhile is not written over by
 * a coming back.
 */
export function keepRemembered(storage: ScopedStorage, family: FamilyId, view: FamilyView): Keeping {
  let { status } = view.connection.get();
  let known = nameOf(view.connection.get());
  let text = storage.get(family);
  let followed: Followed | undefined;

  /** What is followed has come after what was done here meanwhile, which had the last word. */
  let isAstray = false;

  const isBehind = () => isAstray || storage.get(family) !== text;
  const take = () => {
    text = storage.get(family);
    isAstray = false;
  };

  function write(next: string | undefined): void {
    if (next === undefined) storage.remove(family);
    else storage.set(family, next);
    if (!next) storage.remove(balanceOf(family));
    take();
    if (followed) followed.isOvertaken = true;
  }

  function keep(): void {
    const connection = view.connection.get();
    const name = nameOf(connection);
    const isNews = name !== known;
    const wasComing = status === 'reconnecting';
    const isOvertaken = wasComing && isBehind();
    [known, status] = [name, connection.status];
    if (followed && isOf(followed, connection, wasComing)) {
      isAstray = followed.isOvertaken && connection.status === 'connected';
      return;
    }
    if (connection.status === 'connected') {
      const stored = parseKept(storage.get(family));
      const isSame = stored === undefined || nameOf(stored) === name;
      if (isNews ? !isOvertaken : isSame) write(toText(connection));
    }
    if (connection.status === 'disconnected' && isNews && !isOvertaken) {
      if (connection.failure === undefined) write(ended);
      // Other tabs ask the wallet themselves: it may have ended it for this one alone. Where it was the person, in
      // another tab, that stands.
      else if (connection.failure.code === 'wallet/revoked' && storage.get(family) !== ended)
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
      const own: Followed = { walletId, isAdopting: false, isOvertaken: false };
      followed = own;
      try {
        await run(() => {
          own.isAdopting = true;
        });
      } finally {
        followed = undefined;
      }
    },
    end() {
      for (const end of ends) end();
    },
  };
}

interface Followed {
  readonly walletId: string;
  isAdopting: boolean;
  /** Whether something else was written since. */
  isOvertaken: boolean;
}

/** Whether it comes of following: the one adoption of that wallet, or a coming back that has failed. */
function isOf(followed: Followed, connection: Connection, wasComing: boolean): boolean {
  if (connection.status === 'disconnected') return wasComing && connection.failure !== undefined;
  if (!isConnectedTo(connection, followed.walletId)) return false;
  const { isAdopting } = followed;
  followed.isAdopting = false;
  return isAdopting;
}

function toText({ wallet, accounts }: Connection & { status: 'connected' }): string {
  return JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts } });
}

function tryTo<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Where the page remembers what is connected, for its next load and for its other tabs. */
export interface Memory extends ScopedStorage {
  /** Whether the browser itself has what was set last: else it is forgotten with this page. */
  isKept(family: FamilyId): boolean;
}

/** What a browser's storage begins with for each family's connection. */
export const memoryPrefix = `${storagePrefix}connection:`;

/**
 * Opens it on the browser's storage. Where the browser has no room for what is new, it is left with nothing: a wallet
 * that is in use no longer must not come back. What has been seen of releases is the other way round (`openStorage`).
 */
export function openMemory(): Memory {
  const storage = openStorage(memoryPrefix);
  const read = (family: FamilyId) => {
    try {
      return localStorage.getItem(memoryPrefix + family) ?? undefined;
    } catch {
      return undefined;
    }
  };
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

/** The id of the wallet that each family used last, on an earlier visit; from now on it is kept for the next one. */
export function keepLastUsed(storage: ScopedStorage, view: View): Readonly<Record<FamilyId, string>> {
  const known = view.families.flatMap((family) => {
    view.family(family).connection.listen((connection) => {
      if (connection.status === 'connected') storage.set(family, connection.wallet.id);
    });
    const id = storage.get(family);
    return id === undefined ? [] : [[family, id] as const];
  });
  return Object.fromEntries(known);
}
