import type { Readable } from '@linkspan/contract';

/** A value that changes, without a library. */
export interface Source<Value> extends Readable<Value> {
  set(value: Value): void;
}

export function createSource<Value>(first: Value): Source<Value> {
  const listeners = new Set<(value: Value) => void>();
  let current = first;
  const listen = (listener: (value: Value) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: () => current,
    listen,
    subscribe(listener) {
      listener(current);
      return listen(listener);
    },
    set(value) {
      current = value;
      for (const listener of [...listeners]) listener(value);
    },
  };
}
