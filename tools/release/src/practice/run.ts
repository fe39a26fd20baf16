import { runCommand } from '../run-command.ts';
import { runProgram } from '../run-program.ts';
import type { Store } from '../store/store.ts';

/** A line of the command was refused. The message says which, and why. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** What the command ended with. */
  readonly exitCode: 1 | 2 | 3;

  constructor(line: readonly string[], exitCode: 1 | 2 | 3, told: readonly string[]) {
    super([`release ${line.join(' ')}`, ...told].join('\n'));
    this.exitCode = exitCode;
  }
}

/** Runs one line of the command, which must end well, and returns its facts. Rejects with `Refused`. */
export type Run = <Facts = unknown>(...line: readonly string[]) => Promise<Facts>;

/** The command on one store, whatever store the environment names: that one may be no practice. */
export function createRun(place: {
  /** Where relative paths begin. */
  readonly folder: string;
  readonly store: Store;
  /** Milliseconds since 1970. */
  now(): number;
}): Run {
  const { folder, store, now } = place;
  return async (...line) => {
    const said: string[] = [];
    const complaints: string[] = [];
    const exitCode = await runCommand(line, {
      env: {},
      folder,
      now,
      openStore: async () => store,
      run: runProgram,
      fetch: (address, options) => fetch(address, options),
      progress: () => undefined,
      say: (text) => said.push(text),
      complain: (text) => complaints.push(text),
    });
    if (exitCode !== 0) throw new Refused(line, exitCode, [...said, ...complaints]);
    return said.length > 0 && line.includes('--json') ? JSON.parse(said.join('\n')) : undefined;
  };
}
