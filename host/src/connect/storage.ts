import type { ScopedStorage } from '@linkspan/contract';

/** What everything that this page stores begins with; the number is that of the form. */
export const storagePrefix = 'linkspan:1:';

/**
 * The part of the browser's storage under a prefix. Where the browser gives no storage (blocked, full), what is set
 * lasts as long as the page.
 */
export function openStorage(prefix: string): ScopedStorage {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(prefix + key) ?? undefined),
    set: (key, value) => {
      const kept = attempt(() => {
        localStorage.setItem(prefix + key, value);
        return true;
      });
      if (kept) return void memory.delete(key);
      memory.set(key, value);
      // What stands there is out of date, and must not come back with the next page.
      attempt(() => localStorage.removeItem(prefix + key));
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => localStorage.removeItem(prefix + key));
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
