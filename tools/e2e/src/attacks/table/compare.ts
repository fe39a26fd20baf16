import type { Results } from './results.ts';
import { columns, type Engine, groupTitles, type Row, toRows } from './row.ts';

/**
 * What keeps these results from being what a table says; a sentence for each. An engine that this machine has not is
 * not compared: its cells were written where it was to be had.
 */
export function compare(written: readonly Row[], { results }: Results): readonly string[] {
  const run = enginesOf({ results });
  const found = toRows(results);
  const missing = written.filter((row) => !found.some((one) => isSame(one, row)));
  return [
    ...found.flatMap((row) => {
      const own = written.find((one) => isSame(one, row));
      return own ? differences(own, row, run) : [`${toName(row)} has no row in docs/evidence/attacks.md.`];
    }),
    ...missing.map((row) => `${toName(row)} is in docs/evidence/attacks.md, and no test says so.`),
  ];
}

/** What keeps these results from being written down: a table is of a whole run in all three engines, with no failure. */
export function obstacles({ isSound, results }: Results): readonly string[] {
  const run = enginesOf({ results });
  return [
    ...columns.filter((engine) => !run.includes(engine)).map((engine) => `Nothing was run in ${engine}.`),
    ...run.flatMap((engine) =>
      results
        .filter((one) => one.engine === engine && (one.became === 'failed' || one.became === 'left out'))
        .map(({ attack, became }) => `“${attack}” was ${toPast(became)} in ${engine}.`),
    ),
    ...(isSound ? [] : ['A test of the run has failed.']),
  ];
}

/** The engines in which anything was run. */
function enginesOf({ results }: Pick<Results, 'results'>): readonly Engine[] {
  return columns.filter((engine) =>
    results.some((one) => one.engine === engine && one.became !== 'left out'),
  );
}

function differences(written: Row, found: Row, run: readonly Engine[]): readonly string[] {
  const ending =
    written.ending === found.ending
      ? []
      : [`${toName(found)} ends so: ${found.ending}. docs/evidence/attacks.md says: ${written.ending}.`];
  const cells = run
    .filter((engine) => found.cells[engine] === 'failed' || found.cells[engine] !== written.cells[engine])
    .map(
      (engine) =>
        `${toName(found)} was ${toPast(found.cells[engine])} in ${engine}. docs/evidence/attacks.md says: ${written.cells[engine]}.`,
    );
  return [...ending, ...cells];
}

function isSame(one: Row, other: Row): boolean {
  return one.group === other.group && one.attack === other.attack;
}

function toName({ group, attack }: Row): string {
  return `“${attack}” (${groupTitles[group]})`;
}

function toPast(became: Row['cells'][Engine]): string {
  return became === 'failed' ? 'not stopped' : became;
}
