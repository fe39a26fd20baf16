import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { runProgram } from '../run-program.ts';
import type { Store } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { temporaryFolder } from './folders.ts';
import { openMemoryStore } from './memory-store.ts';

/** How a run of the command ended. */
export interface End {
  readonly exitCode: number;
  readonly said: string;
  readonly complaint: string;
}

/** The command in a temporary folder with a store, as a test calls it. */
export interface Place {
  readonly folder: string;
  readonly store: Store;
  /** Runs a line of words; a word may have no spaces. */
  run(line: string, context?: Partial<Context>): Promise<End>;
  /** The same, which must end well; returns its facts. */
  done<Facts = Record<string, unknown>>(line: string, context?: Partial<Context>): Promise<Facts>;
  /** The same, which must be refused; returns the complaint. */
  refused(line: string, context?: Partial<Context>): Promise<string>;
}

/** When the tests are. */
export const testNow = Date.parse('2026-11-20T12:00:00Z');

/** A new place, removed after the test, with keys of its own in `.config/linkspan/keys`. Its store is in memory unless another is given. */
export async function createPlace(open: (folder: string) => Store = () => openMemoryStore()): Promise<Place> {
  const folder = await temporaryFolder();
  const store = open(folder);
  const run: Place['run'] = async (line, context) => {
    const said: string[] = [];
    const complaints: string[] = [];
    const exitCode = await runCommand(line.split(/ +/).filter(Boolean), {
      folder,
      now: () => testNow,
      progress: () => undefined,
      run: runProgram,
      fetch: (address, options) => fetch(address, options),
      openStore: async () => store,
      interrupted: async () => undefined,
      say: (text) => said.push(text),
      complain: (text) => complaints.push(text),
      ...context,
      env: { ...context?.env, XDG_CONFIG_HOME: join(folder, '.config') },
    });
    return { exitCode, said: said.join('\n'), complaint: complaints.join('\n') };
  };
  return {
    folder,
    store,
    run,
    async done(line, context) {
      const { exitCode, said, complaint } = await run(`${line} --json`, context);
      if (exitCode !== 0) throw new Error(`“${line}” ended with ${exitCode}: ${complaint}`);
      return JSON.parse(said);
    },
    async refused(line, context) {
      const { exitCode, complaint } = await run(line, context);
      if (exitCode !== 1) throw new Error(`“${line}” ended with ${exitCode}`);
      return complaint;
    },
  };
}
