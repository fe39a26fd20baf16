import { resolve } from 'node:path';
import { integer, text, variant } from '@linkspan/contract';
import { type CheckResult, resultFields } from '../documents/check-report.ts';
import { Refusal } from '../errors.ts';
import { findPackage } from '../packages.ts';
import { ProgramError } from '../run-program.ts';
import { toInstant } from '../time.ts';
import type { Context } from '../verb.ts';

/**
 * Runs the contract's suite on a release in a real browser, by the package of the check, and shows how far it is.
 * Rejects with `command/check-stopped`, and with `command/not-there` if that package is not installed.
 */
export async function checkInBrowser(folder: string, context: Context): Promise<CheckResult> {
  const program = findPackage('@linkspan/check', 'command', context.folder);
  let last: CheckMessage | undefined;
  const onLine = (line: string) => {
    const message = parseCheckMessage(line);
    if (message?.kind === 'step') context.progress(message.text);
    if (message?.kind === 'case') context.progress(`${message.number} of ${message.of}: ${message.sentence}`);
    last = message ?? last;
  };
  const args = [program, folder, resolve(context.folder, 'practice/subject.js')];
  try {
    await context.run({ command: process.execPath, args, folder: context.folder, env: context.env, onLine });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw toStopped(toComplaint(cause), { cause });
  }
  if (last?.kind !== 'result') throw toStopped('It ended without a result.');
  const { kind, ...result } = last;
  return { ...result, at: toInstant(context.now()) };
}

function toStopped(why: string, options?: { readonly cause: unknown }): Refusal {
  const sentence = `The check in the browser could not be run: ${why} With --static the files alone are checked, without a browser.`;
  return new Refusal('command/check-stopped', sentence, options);
}

/** What a program said that is for people. */
function toComplaint({ message }: ProgramError): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && parseCheckMessage(line) === undefined).join('\n');
}

/** What the check in the browser tells of its work, a line of JSON each. The result is the last of them. */
export type CheckMessage =
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'case'; readonly number: number; readonly of: number; readonly sentence: string }
  | ({ readonly kind: 'result' } & Omit<CheckResult, 'at'>);

const count = integer(0, 10_000);
const shape = variant<CheckMessage>('kind', {
  step: [{ text: text() }],
  case: [{ number: count, of: count, sentence: text() }],
  result: [resultFields],
});

/** What a line tells; undefined for one that is of someone else. */
function parseCheckMessage(line: string): CheckMessage | undefined {
  try {
    return shape(JSON.parse(line), 'line');
  } catch {
    return undefined;
  }
}
