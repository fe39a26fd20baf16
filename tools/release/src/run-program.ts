import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A program, and where and how it is run. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told each line that it prints, as soon as it is there. */
  onLine?(line: string): void;
}

/** Why a program did not do its work: the message is the end of what it said. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

const maxLines = 12;

/** Runs a program to its end; returns what it printed. Rejects with `ProgramError`. */
export async function runProgram({ command, args, folder, env, onLine }: Program): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // There, what npm installs is a script of the shell.
    shell: process.platform === 'win32' && command !== process.execPath,
  });
  const started = once(child, 'spawn').catch((cause: Error) => {
    throw new ProgramError(`${command} could not be started: ${cause.message}`, { cause });
  });
  const ended = once(child, 'close').catch(() => [undefined]);
  const [printed, complaint, [exitCode]] = await Promise.all([
    onLine === undefined ? text(child.stdout) : readLines(child.stdout, onLine),
    text(child.stderr),
    ended,
    started,
  ]);
  if (exitCode === 0) return printed;
  const said = `${printed}\n${complaint}`.trim().split('\n').slice(-maxLines).join('\n');
  throw new ProgramError(said || `${command} ended with ${exitCode}`);
}

async function readLines(output: Readable, onLine: (line: string) => void): Promise<string> {
  let all = '';
  for await (const line of createInterface({ input: output })) {
    onLine(line);
    all += `${line}\n`;
  }
  return all;
}
