import type { Program } from './run-program.ts';
import type { Environment } from './store/address.ts';
import type { Store } from './store/store.ts';

/** What the command reaches the world by. */
export interface Means {
  readonly env: Environment;
  /** Where relative paths begin. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  now(): number;
  openStore(address: string): Promise<Store>;
  /** What is being done now, such as a file of many; shown to people alone, and not kept. */
  progress(text: string): void;
  /** Resolves after some milliseconds. */
  wait(ms: number): Promise<void>;
  /** Runs a program to its end, and answers what it printed. Rejects with `ProgramError`. */
  run(program: Program): Promise<string>;
  fetch(address: string | URL, options?: RequestInit): Promise<Response>;
  /** One or more lines for the person or the program that called. */
  say(text: string): void;
  /** The same, where things did not go as asked. */
  complain(text: string): void;
}
