import type { ScopedStorage } from '@linkspan/contract';
import { tryTo } from '../util.ts';

/**
 * The entries that a later page needs to resume the session: the session, the topics of its messages at the relay, their
 * expiry, and the keys. The keys encrypt messages between page and wallet, and identify the page to the relay; no chain or
 * server takes their signatures. All other entries, such as requests, end with the page.
 */
const storedNames = ['session', 'pairing', 'subscription', 'expirer', 'keychain'];

/**
 * The store of WalletConnect's library, in JSON. Entries that it writes after the session has ended, such as the key that
 * identifies the page to the relay, stay until the page's data are cleared.
 */
export function createStore(storage: ScopedStorage) {
  const texts = new Map<string, string>();
  const toStoredName = (key: string) => storedNames.find((name) => key.endsWith(`//${name}`));
  const read = (key: string) => {
    const name = toStoredName(key);
    return name === undefined ? texts.get(key) : storage.get(name);
  };
  async function getItem<Value>(key: string): Promise<Value | undefined> {
    return tryTo(() => JSON.parse(read(key) ?? ''));
  }
  return {
    getItem,
    async setItem(key: string, value: unknown) {
      const name = toStoredName(key);
      const text = JSON.stringify(value) ?? 'null';
      if (name === undefined) texts.set(key, text);
      else storage.set(name, text);
    },
    async removeItem(key: string) {
      const name = toStoredName(key);
      if (name === undefined) texts.delete(key);
      else storage.remove(name);
    },
    getKeys: async () => [...texts.keys()],
    getEntries: async <Value>() => [...texts].map(([key, text]): [string, Value] => [key, JSON.parse(text)]),
  };
}

/** Removes all stored entries. */
export function clearStore(storage: ScopedStorage): void {
  for (const name of storedNames) storage.remove(name);
}

/** Whether a stored session can be resumed. */
export function hasSession(storage: ScopedStorage): boolean {
  return (storage.get('session') ?? '[]') !== '[]';
}
