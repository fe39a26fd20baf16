import { openStorage, storagePrefix } from '../../storage.ts';
import { merge, parseStoredTransaction, type StoredTransaction } from './stored-transaction.ts';

/** Where the browser keeps sends, each under a key of its own: no tab overwrites what another one has learned. */
export interface TransactionStorage {
  /** Those that can be read. What cannot stays out of the way of the others, and goes. */
  all(): readonly StoredTransaction[];
  read(id: string): StoredTransaction | undefined;
  /** Keeps what is known of a send, together with what another tab has learned of it. */
  put(send: StoredTransaction): void;
  remove(id: string): void;
  /** Calls where another tab has changed something; returns what ends it. */
  listen(changed: () => void): () => void;
}

const prefix = `${storagePrefix}sends:`;

/** Where the browser gives no storage, what is put lasts as long as the page. */
export function openTransactionStorage(
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): TransactionStorage {
  const storage = openStorage(prefix);
  /** Those of this page, which the browser may not have taken. */
  const own = new Set<string>();

  const read = (id: string) => parse(id, () => storage.get(id));
  function remove(id: string): void {
    own.delete(id);
    storage.remove(id);
  }

  return {
    read,
    remove,
    all() {
      const ids = new Set([...own, ...listKept()]);
      return [...ids].flatMap((id) => {
        const send = read(id);
        if (send === undefined) remove(id);
        return send ?? [];
      });
    },
    put(send) {
      const known = read(send.id);
      own.add(send.id);
      storage.set(send.id, JSON.stringify(known ? merge(known, send) : send));
    },
    listen(changed) {
      const onStorage = ({ key }: StorageEvent) => {
        // No key at all: everything was cleared.
        if (key === null || key.startsWith(prefix)) changed();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

function parse(id: string, get: () => string | null | undefined): StoredTransaction | undefined {
  try {
    const send = parseStoredTransaction(JSON.parse(get() ?? ''), '');
    return send.id === id ? send : undefined;
  } catch {
    return undefined;
  }
}

function listKept(): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}
