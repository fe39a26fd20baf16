/** What the practice wallets need of a storage. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The page's storage, which a browser may refuse at each use, blocked or full: what it does not keep lasts as long as
 * the page. `open` is asked each time.
 */
export function openPageStorage(open: () => Storage): PageStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => memory.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    setItem(key, value) {
      memory.set(key, value);
      attempt(() => {
        open().setItem(key, value);
        memory.delete(key);
      });
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => open().removeItem(key));
    },
  };
}

function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
