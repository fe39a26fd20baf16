import type { ScopedStorage } from '@linkspan/contract';

/** The accounts that a signature has proved, of a wallet whose accounts only a window or a pairing has named. */
export interface Proof<Account = string> {
  has(account: Account): boolean;
  add(account: Account): void;
}

/**
 * Stores them in a wallet's part of the storage, as `proved`. A signature that is verified after its session has ended
 * proves nothing about the next one.
 */
export function createProof(storage: ScopedStorage, isConnected: () => boolean): Proof {
  const read = () => storage.get('proved')?.split(' ') ?? [];
  return {
    has: (account) => read().includes(account),
    add(account) {
      if (isConnected()) storage.set('proved', [...new Set([...read(), account])].join(' '));
    },
  };
}

/** A wallet's part of a remote's storage. */
export function scopeTo(storage: ScopedStorage, walletId: string): ScopedStorage {
  const keyOf = (key: string) => `wallet:${walletId}:${key}`;
  return {
    get: (key) => storage.get(keyOf(key)),
    set: (key, value) => storage.set(keyOf(key), value),
    remove: (key) => storage.remove(keyOf(key)),
  };
}
