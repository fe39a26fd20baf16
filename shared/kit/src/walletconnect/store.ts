import type { ScopedStorage } from '@linkspan/contract';
import { tryTo } from '../util.ts';

/**
 * What a later page needs to resume the session: the session, the topics that the relay holds its messages under, when
 * each ends, and the keys. The keys encrypt what this page and the wallet say to each other, and show the relay which page
 * it is; they sign nothing that a chain or a server would take. All else, such as what was asked, ends with the page.
 */
const kept = ['session', 'pairing', 'subscription', 'expirer', 'keychain'];

/**
 * The store of WalletConnect's library, in JSON. What it writes after the session has ended, such as the key by which the
 * relay knows the page, stays until the page's data are cleared.
 */
export function createStore(storage: ScopedStorage) {
  const texts = new Map<string, string>();
  const findKept = (key: string) => kept.find((name) => key.endsWith(`//${name}`));
  const read = (key: string) => {
    const name = findKept(key);
    return name === undefined ? texts.get(key) : storage.get(name);
  };
  async function getItem<Value>(key: string): Promise<Value | undefined> {
    return tryTo(() => JSON.parse(read(key) ?? ''));
  }
  return {
    getItem,
    async setItem(key: string, value: unknown) {
      const name = findKept(key);
      const text = JSON.stringify(value) ?? 'null';
      if (name === undefined) texts.set(key, text);
      else storage.set(name, text);
    },
    async removeItem(key: string) {
      const name = findKept(key);
      if (name === undefined) texts.delete(key);
      else storage.remove(name);
    },
    getKeys: async () => [...texts.keys()],
    getEntries: async <Value>() => [...texts].map(([key, text]): [string, Value] => [key, JSON.parse(text)]),
  };
}

/** Removes what is kept beyond the page. */
export function clearStore(storage: ScopedStorage): void {
  for (const name of kept) storage.remove(name);
}

/** Whether a session is kept that can be resumed. */
export function hasSession(storage: ScopedStorage): boolean {
  return (storage.get('session') ?? '[]') !== '[]';
}
