import type { ScopedStorage } from '@linkspan/contract';

/** Storage that lasts as long as the test. */
export function createFakeStorage(kept: Record<string, string> = {}): ScopedStorage & {
  readonly kept: Record<string, string>;
} {
  return {
    kept,
    get: (key) => kept[key],
    set: (key, value) => {
      kept[key] = value;
    },
    remove: (key) => {
      delete kept[key];
    },
  };
}
