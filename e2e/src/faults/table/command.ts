import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../../tasks/root.mjs';
import { run } from '../../../../tasks/run.mjs';
import { Plain, runMain, say } from '../../../../tasks/say.mjs';
import { compare, merge } from './compare.ts';
import { parseResults, type Results } from './results.ts';
import { parseSection, type Run, writeSection } from './section.ts';

const report = '.linkspan/results/faults.json';
const paper = join(root, 'docs/faults.md');
const howToRun = `npx vitest run --config e2e/faults.config.ts e2e/src/faults --reporter=default --reporter=json --outputFile.json=$PWD/${report}`;

/**
 * Writes the matrix of docs/faults.md from what the last run of the faults has found; with `--check`, compares it and
 * ends with 1 where it is another.
 */
await runMain(async () => {
  const results = await readResults();
  await (process.argv.includes('--check') ? check(results) : write(results));
});

async function check(results: Results): Promise<void> {
  const { rows } = parseSection(await readFile(paper, 'utf8'));
  const differences = compare(rows, results);
  if (differences.length === 0) return say('The matrix of docs/faults.md is what the faults have shown.');
  throw new Plain(
    `${differences.join('\n')}\nMend what does not hold. Where a cell is new, or says it better, write the matrix: npm run fault-table`,
  );
}

async function write(results: Results): Promise<void> {
  if (results.failed.length > 0)
    throw new Plain(`${results.failed.join('\n')}\nThe matrix is written when all cells hold: ${howToRun}`);
  const text = await readFile(paper, 'utf8');
  const before = parseSection(text);
  const now = await readRun();
  const whole = results.engines.filter((engine) => results.rows.every(({ left }) => !left.includes(engine)));
  const runs = { ...before.runs, ...Object.fromEntries(whole.map((engine) => [engine, now])) };
  const rows = merge(before.rows, results);
  await writeFile(paper, writeSection(text, { runs, rows }));
  say(`${rows.length} cells are in docs/faults.md.`);
}

async function readRun(): Promise<Run> {
  const commit = (await run('git', ['rev-parse', '--short', 'HEAD'])).trim();
  return { date: new Date().toISOString().slice(0, 10), commit: `\`${commit}\`` };
}

async function readResults(): Promise<Results> {
  const text = await readFile(join(root, report), 'utf8').catch(() => {
    throw new Plain(`There is no ${report}. Run all with npm test, or the faults alone: ${howToRun}`);
  });
  return parseResults(JSON.parse(text));
}
