import type { ScopedStorage } from '@linkspan/contract';

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
      if (kept) memory.delete(key);
      else memory.set(key, value);
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
