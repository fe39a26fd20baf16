import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A program that runs beside this one. */
export interface Program {
  /** Resolves to the first match in what it prints. Rejects where it ends before that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

const graceMs = 5_000;

/** The answer of what is done with a program; the program is ended where that fails. */
export async function orEnd<Value>(program: Program, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    await program.end();
    throw error;
  }
}

/** Starts a program. What it prints is what it writes to its standard error and to its fourth stream. */
export function startProgram(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(path, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stderr, child.stdio[3]])
    createInterface({ input: input as Readable }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
          if (found) resolve(found);
        };
        waiting.add(look);
        look();
        ended.then(
          () => reject(new Error(`${path} ended: ${lines.join('\n')}`)),
          (cause: unknown) => reject(new Error(`${path} did not start`, { cause })),
        );
      }),
    async end() {
      const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
      child.kill('SIGTERM');
      await ended.catch(() => undefined);
      clearTimeout(force);
    },
  };
}
