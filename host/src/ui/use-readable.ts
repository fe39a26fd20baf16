import type { Readable } from '@linkspan/contract';
import { useSyncExternalStore } from 'react';

/** The value of a fact, and a new render at each change. */
export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.listen, readable.get, readable.get);
}
