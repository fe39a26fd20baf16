import type { ScopedStorage } from '@linkspan/contract';

/** A wallet's part of a remote's storage. */
export function scopeTo(storage: ScopedStorage, walletId: string): ScopedStorage {
  const keyOf = (key: string) => `wallet:${walletId}:${key}`;
  return {
    get: (key) => storage.get(keyOf(key)),
    set: (key, value) => storage.set(keyOf(key), value),
    remove: (key) => storage.remove(keyOf(key)),
  };
}
