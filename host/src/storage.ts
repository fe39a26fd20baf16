import type { ScopedStorage } from '@linkspan/contract';

/** The form of what this page stores: it rises where what is stored means something else from then on. */
const storageForm = 1;

/** What everything that this page stores begins with. */
export const storagePrefix = `linkspan:${storageForm}:`;

/**
 * The part of the browser's storage under a prefix. Where the browser gives no storage (blocked, full), what is set
 * lasts as long as the page, and what the browser held before stays for the next one.
 */
export function openStorage(prefix: string): ScopedStorage {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? orUndefined(() => localStorage.getItem(prefix + key) ?? undefined),
    set: (key, value) => {
      memory.set(key, value);
      orUndefined(() => {
        localStorage.setItem(prefix + key, value);
        memory.delete(key);
      });
    },
    remove: (key) => {
      memory.delete(key);
      orUndefined(() => localStorage.removeItem(prefix + key));
    },
  };
}

/** What `run` returns, or undefined if it throws. */
export function orUndefined<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Removes what a former version of this page has stored in another form. What a later one has stored stays, for the page
 * may be rolled forward again.
 */
export function dropOlder(): void {
  for (const key of orUndefined(() => Object.keys(localStorage)) ?? []) {
    const [, form] = /^linkspan:(\d+):/.exec(key) ?? [];
    if (form !== undefined && Number(form) < storageForm) localStorage.removeItem(key);
  }
}
