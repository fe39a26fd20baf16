/**
 * What became of a test. `not run`: it has found itself that its engine lacks what it needs. `left out`: it was not
 * asked, since the engine is missing or the run was of other tests.
 */
export type Outcome = 'passed' | 'failed' | 'not run' | 'left out';

/** A test of a run, with what it says of itself. */
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
      /** Milliseconds, of a test that has begun. */
      readonly duration?: number;
      readonly meta: Meta;
    }[];
  }[];
}

/** Reads Vitest's JSON report. Throws a sentence where it is none. */
export function parseReport<Meta>(value: unknown): Report<Meta> {
  if (!isReport<Meta>(value)) throw new Error('This is no report of Vitest.');
  // Vitest runs, and reports, the file first that took longest.
  const files = [...value.testResults].sort((one, other) => (one.name < other.name ? -1 : 1));
  const tests = files
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ meta, status, duration }) => ({ meta, outcome: toOutcome(status, duration) }));
  return { isSound: value.success, tests };
}

function isReport<Meta>(value: unknown): value is Written<Meta> {
  const { success, testResults } = Object(value);
  return typeof success === 'boolean' && Array.isArray(testResults);
}

function toOutcome(status: string, duration: number | undefined): Outcome {
  if (status === 'passed' || status === 'failed') return status;
  return duration === undefined ? 'left out' : 'not run';
}
