import { createContext, use } from 'react';
import type { Shell } from '../commands/shell.ts';

/** The shell that all views are made of. */
export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('a view outside of its shell');
  return shell;
}
