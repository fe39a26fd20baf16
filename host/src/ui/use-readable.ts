import type { Readable } from '@linkspan/contract';
import { useSyncExternalStore } from 'react';
import { listenAll } from './listen-all.ts';

/** The value of a fact, and a new render at each change. */
export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.listen, readable.get, readable.get);
}

/** What a function makes of these facts, and a new render when that changes. */
export function useAll<Text extends string>(facts: readonly Readable<unknown>[], make: () => Text): Text {
  return useSyncExternalStore((listener) => listenAll(facts, listener), make, make);
}
