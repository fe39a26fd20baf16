import type { Claim } from './claim.ts';

/** What became of an attack in an engine. */
export interface Result extends Claim {
  readonly became: Became;
}

/**
 * `not run`: the test itself has found that this engine lacks what the attack needs. `left out`: it was not asked, since
 * the engine is missing or the run was of other tests. Neither is ever taken for stopped.
 */
export type Became = 'stopped' | 'failed' | 'not run' | 'left out';

/** What a whole run of the attacks found. */
export interface Results {
  /** Whether everything that was run has passed, also what is no attack. */
  readonly isSound: boolean;
  /** In the order of the files' names, and in each file as its tests stand. */
  readonly results: readonly Result[];
}

/** As much of Vitest's JSON report as is read here. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly Reported[];
  }[];
}

interface Reported {
  readonly status: string;
  /** Milliseconds, of a test that has begun. */
  readonly duration?: number;
  readonly meta: { readonly claim?: Claim };
}

/** Reads Vitest's JSON report of the attacks. Throws a sentence where it is none, or claims one cell twice. */
export function parseResults(value: unknown): Results {
  if (!isReport(value)) throw new Error('This is no report of Vitest.');
  // Vitest runs, and reports, the file first that took longest.
  const files = [...value.testResults].sort((one, other) => (one.name < other.name ? -1 : 1));
  const results = files
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap((test) => (test.meta.claim ? [{ ...test.meta.claim, became: toBecame(test) }] : []));
  assertOnce(results);
  return { isSound: value.success, results };
}

function isReport(value: unknown): value is Report {
  const { success, testResults } = Object(value);
  return typeof success === 'boolean' && Array.isArray(testResults);
}

/** Else what one of two has shown would stand for both. */
function assertOnce(results: readonly Result[]): void {
  const toCell = ({ id, engine }: Result) => `${id} in ${engine}`;
  const cells = results.map(toCell);
  const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
  if (twice !== undefined) throw new Error(`Two tests claim ${twice}: each attack needs an id of its own.`);
}

function toBecame({ status, duration }: Reported): Became {
  if (status === 'passed') return 'stopped';
  if (status === 'failed') return 'failed';
  return duration === undefined ? 'left out' : 'not run';
}
