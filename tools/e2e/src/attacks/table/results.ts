import { parseReports } from '../../table/report.ts';
import type { Claim } from './claim.ts';

/** The outcome of an attack in an engine. */
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

/** Reads Vitest's JSON reports of the attacks. Throws a sentence if one is not a report, or if two tests claim one cell. */
export function parseResults(...reports: readonly unknown[]): Results {
  const { isSound, tests } = parseReports<{ readonly claim?: Claim }>(reports);
  const results = tests.flatMap(({ meta: { claim }, outcome }) =>
    claim ? [{ ...claim, became: outcome === 'passed' ? ('stopped' as const) : outcome }] : [],
  );
  assertOnce(results);
  return { isSound, results };
}

/** Else what one of two has shown would stand for both. */
function assertOnce(results: readonly Result[]): void {
  const toCell = ({ id, engine }: Result) => `${id} in ${engine}`;
  const cells = results.map(toCell);
  const twice = cells.find((cell, index) => cells.indexOf(cell) !== index);
  if (twice !== undefined) throw new Error(`Two tests claim ${twice}: each attack needs an id of its own.`);
}
