import { join } from 'node:path';
import { list, record, type Shape, text, variant, whole } from '@linkspan/contract';
import type { CheckResult } from '../documents/check-report.ts';
import { CommandError } from '../errors.ts';
import { ProgramError } from '../run-program.ts';
import { toInstant } from '../time.ts';
import type { Means } from '../verb.ts';

/** The folder of the repository: the suite, the practice chains and wallets, and the page are there. */
const house = join(import.meta.dirname, '../../../..');
const program = 'tools/e2e/src/check/check-release.ts';

/**
 * Holds a release to the contract's suite in a real browser, as a program of its own, and shows how far it is.
 * Rejects with `command/check-stopped`.
 */
export async function checkInBrowser(folder: string, means: Means): Promise<CheckResult> {
  let last: Told | undefined;
  const onLine = (line: string) => {
    const told = parseTold(line);
    if (told?.kind === 'step') means.progress(told.text);
    if (told?.kind === 'case') means.progress(`${told.number} of ${told.of}: ${told.sentence}`);
    last = told ?? last;
  };
  const args = ['--import', 'tsx', program, folder];
  try {
    await means.run({ command: process.execPath, args, folder: house, env: means.env, onLine });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new CommandError('command/check-stopped', { detail: toComplaint(cause) }, { cause });
  }
  if (last?.kind !== 'result')
    throw new CommandError('command/check-stopped', { detail: 'It ended without a result.' });
  const { kind, ...result } = last;
  return { ...result, at: toInstant(means.now()) };
}

/** What a program said that is for people. */
function toComplaint({ message }: ProgramError): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && parseTold(line) === undefined).join('\n');
}

/** What the check in the browser tells of its work, a line of JSON each. The result is the last of them. */
export type Told =
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'case'; readonly number: number; readonly of: number; readonly sentence: string }
  | ({ readonly kind: 'result' } & Omit<CheckResult, 'at'>);

const count = whole(0, 10_000);
const shape: Shape<Told> = variant('kind', {
  step: record({ kind: text() as Shape<'step'>, text: text() }),
  case: record({ kind: text() as Shape<'case'>, number: count, of: count, sentence: text() }),
  result: record({
    kind: text() as Shape<'result'>,
    passed: count,
    failed: count,
    notOffered: count,
    failures: list(text(), 500),
    browser: text(undefined, undefined, 200),
  }),
});

/** What a line tells; undefined for one that is of someone else. */
function parseTold(line: string): Told | undefined {
  try {
    return shape(JSON.parse(line), 'line');
  } catch {
    return undefined;
  }
}
