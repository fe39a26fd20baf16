import type { ScopedStorage } from '@linkspan/contract';

/** Which accounts a signature has proved, of a wallet whose accounts only a window or a pairing has named. */
export interface Proof {
  has(account: string): boolean;
  add(account: string): void;
}

/** Keeps them in a wallet's part of the storage, as `proved`. */
export function createProof(storage: ScopedStorage): Proof {
  const read = () => storage.get('proved')?.split(' ') ?? [];
  return {
    has: (account) => read().includes(account),
    add: (account) => storage.set('proved', [...new Set([...read(), account])].join(' ')),
  };
}
