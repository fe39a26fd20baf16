import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { Plain } from '@linkspan/stack/say';
import type { NotRun } from '../place/not-run.ts';

/**
 * How a test ended. `not run`: it found that its engine does not have what it needs. `left out`: nobody asked for it, or
 * a program that it needs is not installed.
 */
export type Outcome = 'passed' | 'failed' | 'not run' | 'left out';

/** A test of a run, with its metadata. */
export interface Tested<Meta> {
  readonly outcome: Outcome;
  readonly meta: Meta;
}

/** A whole run. */
export interface Report<Meta> {
  /** Whether everything that was run has passed. */
  readonly isSound: boolean;
  /** In the order of the files' names, and in each file as its tests stand. */
  readonly tests: readonly Tested<Meta>[];
}

/** As much of Vitest's JSON report as is read here. */
interface Written<Meta> {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly meta: Meta & { readonly notRun?: NotRun };
    }[];
  }[];
}

/** Where the test command keeps the reports of its last run. */
const folder = join(root, '.linkspan/results');

/**
 * Reads the reports of `npm test` and of the suites of `test:all` whose names begin so: `faults-rest`. Throws a sentence
 * if there is none.
 */
export async function readReports(subject: string): Promise<readonly unknown[]> {
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => name === 'browser.json' || name.startsWith(`${subject}-`)).sort();
  if (own.length === 0) throw new Plain('No run of the tests is recorded. Run them: npm run test:all');
  return Promise.all(own.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

/** The tests of several of Vitest's JSON reports. Throws a sentence if one is not such a report. */
export function parseReports<Meta>(values: readonly unknown[]): Report<Meta> {
  const reports = values.map((value) => {
    if (!isReport<Meta>(value)) throw new Error('This is not a report of Vitest.');
    return value;
  });
  const files = reports.flatMap(({ testResults }) => testResults);
  // Vitest runs and reports the file first that took longest.
  const tests = files
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ meta, status }) => ({ meta, outcome: toOutcome(status, meta.notRun) }));
  return { isSound: reports.every(({ success }) => success), tests };
}

function isReport<Meta>(value: unknown): value is Written<Meta> {
  const { success, testResults } = Object(value);
  return typeof success === 'boolean' && Array.isArray(testResults);
}

function toOutcome(status: string, notRun: NotRun | undefined): Outcome {
  if (status === 'passed' || status === 'failed') return status;
  return notRun && 'because' in notRun ? 'not run' : 'left out';
}
