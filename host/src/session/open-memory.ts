import type { FamilyId, ScopedStorage } from '@linkspan/contract';
import { openStorage, storagePrefix } from '../storage.ts';

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
