import type { Readable } from '@linkspan/contract';
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { Shell } from '../commands/shell.ts';
import { listenAll } from './facts.ts';

/** The shell that all views are made of. */
export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('a view outside of its shell');
  return shell;
}

/** The value of a fact, and a new render at each change. */
export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.listen, readable.get, readable.get);
}

/** What a function makes of these facts, and a new render when that changes. */
export function useAll<Text extends string>(facts: readonly Readable<unknown>[], make: () => Text): Text {
  return useSyncExternalStore((listener) => listenAll(facts, listener), make, make);
}

/** Whether the same thing has been shown for longer than `lateMs`; another `name` starts the time again. */
export function useLate(lateMs: number, name: string): boolean {
  const [late, setLate] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLate(name), lateMs);
    return () => clearTimeout(timer);
  }, [lateMs, name]);
  return late === name;
}
