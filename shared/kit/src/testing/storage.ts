import type { ScopedStorage } from '@linkspan/contract';

/** Storage that ends with the test. */
export function createStorage(): ScopedStorage & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}
