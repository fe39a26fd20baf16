import type { Readable } from '@linkspan/contract';
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { Shell } from '../commands/shell.ts';
import { listenAll } from './facts.ts';

/** The shell that all views read. */
export const ShellContext = createContext<Shell | undefined>(undefined);

/** The shell's root: the document, or an element of an application. Undefined while a deploy renders the page. */
export const RootContext = createContext<ParentNode | undefined>(undefined);

export const useRoot = () => use(RootContext);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('a view outside of its shell');
  return shell;
}

/** The value of a readable; renders again at each change. */
export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.listen, readable.get, readable.get);
}

/** A text by several readables; renders again at each change of it. */
export function useAll<Text extends string>(facts: readonly Readable<unknown>[], make: () => Text): Text {
  return useSyncExternalStore((listener) => listenAll(facts, listener), make, make);
}

/** Whether `name` has stayed the same for longer than `lateMs`. */
export function useLate(lateMs: number, name: string): boolean {
  const [late, setLate] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLate(name), lateMs);
    return () => {
      clearTimeout(timer);
      setLate('');
    };
  }, [lateMs, name]);
  return late === name;
}
