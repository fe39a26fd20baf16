import type { ScopedStorage } from '@linkspan/contract';

/** The version of the stored data: it rises when a stored value gets another meaning. */
const storageForm = 1;

/** The prefix of every stored key. */
export const storagePrefix = `linkspan:${storageForm}:`;

/**
 * The part of the browser's storage under a prefix. If the browser gives no storage (blocked, full), a value lasts as
 * long as the page, and the earlier one stays for the next page.
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

/** The result of `run`, or undefined if it throws. */
export function orUndefined<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Removes the data of former versions of this page. The data of later versions stays, for the page
 * may be rolled forward again.
 */
export function dropOlder(): void {
  for (const key of orUndefined(() => Object.keys(localStorage)) ?? []) {
    const [, form] = /^linkspan:(\d+):/.exec(key) ?? [];
    if (form !== undefined && Number(form) < storageForm) localStorage.removeItem(key);
  }
}
