import { type Engine, engineNames, type Results, type Row, toName } from './results.ts';

/** In what a run has found differs from what is written; a sentence for each. Engines that were not run are not compared. */
export function compare(written: readonly Row[], { rows, engines, failed }: Results): readonly string[] {
  const missing = written.filter((row) => !rows.some((one) => toName(one) === toName(row)));
  return [
    ...failed,
    ...rows.flatMap((row) => {
      const own = written.find((one) => toName(one) === toName(row));
      if (own === undefined) return [`${toName(row)} is not in docs/evidence/faults.md.`];
      const changed = engines
        .filter((engine) => row.held.includes(engine) !== own.held.includes(engine))
        .map(
          (engine) => `${toName(row)} ${row.held.includes(engine) ? 'holds' : 'was not run'} in ${engine}.`,
        );
      const isSaid = row.held.length === 0 || toSteady(own.words) === toSteady(row.words);
      return isSaid
        ? changed
        : [...changed, `${toName(row)} says: ${row.words}. docs/evidence/faults.md: ${own.words}.`];
    }),
    ...missing.map((row) => `${toName(row)} is in docs/evidence/faults.md, and no test is for it.`),
  ];
}

/** What is written after a run: what it has not tried in an engine stands as it was written before. */
export function merge(written: readonly Row[], { rows, engines }: Results): readonly Row[] {
  return rows.map(({ left, ...row }) => {
    const own = written.find((one) => toName(one) === toName(row));
    const isTried = (engine: Engine) => engines.includes(engine) && !left.includes(engine);
    const held = engineNames.filter((engine) => (isTried(engine) ? row : own)?.held.includes(engine));
    return { ...row, held, words: row.held.includes('Chromium') || !own ? row.words : own.words };
  });
}

/** Without figures: a number of seconds left is another one in the next run. */
function toSteady(words: string): string {
  return words.replaceAll(/\d+/g, '#');
}
