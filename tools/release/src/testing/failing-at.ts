import type { Store } from '../store/store.ts';

/** A store in front of the real one that fails from a certain write on. */
export function failingAt(store: Store, write: number): Store {
  let writes = 0;
  return {
    ...store,
    createIfAbsent: async (path, ...rest) => {
      // The probe's own files are not counted.
      if (path.startsWith('remote-evm/')) writes += 1;
      if (writes >= write) throw new Error('ended here');
      return store.createIfAbsent(path, ...rest);
    },
  };
}
