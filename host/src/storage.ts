import type { ScopedStorage } from '@linkspan/contract';

/** The form of what this page stores: it rises where what is stored means something else from then on. */
export const storageForm = 1;

/** What everything that this page stores begins with. */
export const storagePrefix = `linkspan:${storageForm}:`;

/**
 * The part of the browser's storage under a prefix. Where the browser gives no storage (blocked, full), what is set
 * lasts as long as the page, and what the browser held before stays for the next one.
 */
export function openStorage(prefix: string): ScopedStorage {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(prefix + key) ?? undefined),
    set: (key, value) => {
      memory.set(key, value);
      attempt(() => {
        localStorage.setItem(prefix + key, value);
        memory.delete(key);
      });
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
