import type { Store } from '../store/store.ts';

/** Holds everyone back until all have come. */
export function createGate(expected: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === expected) open();
    return isOpen;
  };
}

/** A store whose reader of a file waits at the gate with what was read, the first time. */
export function behindGate(store: Store, path: string, gate: () => Promise<void>): Store {
  let hasPassed = false;
  return {
    ...store,
    async read(asked) {
      const file = await store.read(asked);
      if (asked !== path || hasPassed) return file;
      hasPassed = true;
      await gate();
      return file;
    },
  };
}
