import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { readOptions } from '../../../../scripts/options.mjs';
import { run } from '../../../../scripts/run.mjs';
import { readReports } from '../../table/report.ts';
import { compare, merge } from './compare.ts';
import { parseResults, type Results } from './results.ts';
import { parseSection, type Run, writeSection } from './section.ts';

const paper = join(root, 'docs/evidence/faults.md');

const help = `npm run fault-table               writes the matrix of docs/evidence/faults.md from the faults of the last run
npm run fault-table -- --check    compares the matrix with the last run instead, and exits with 1 if they differ
npm run fault-table -- --help     this text`;

await runMain(async () => {
  const options = readOptions(help, { check: { type: 'boolean' } });
  if (options.help) return say(help);
  const results = parseResults(...(await readReports('faults')));
  await (options.check ? check(results) : write(results));
});

async function check(results: Results): Promise<void> {
  const { rows } = parseSection(await readFile(paper, 'utf8'));
  const differences = compare(rows, results);
  if (differences.length === 0)
    return say('The matrix of docs/evidence/faults.md matches what the faults have shown.');
  throw new Plain(
    `${differences.join('\n')}\nFix what does not hold. If a cell is new, or its words have changed, write the matrix: npm run fault-table`,
  );
}

async function write(results: Results): Promise<void> {
  if (results.failed.length > 0)
    throw new Plain(
      `${results.failed.join('\n')}\nThe matrix is written when all cells hold: npm run test:all -- --suite faults`,
    );
  const text = await readFile(paper, 'utf8');
  const before = parseSection(text);
  const now = await readRun();
  const whole = results.engines.filter((engine) => results.rows.every(({ left }) => !left.includes(engine)));
  const runs = { ...before.runs, ...Object.fromEntries(whole.map((engine) => [engine, now])) };
  const rows = merge(before.rows, results);
  await writeFile(paper, writeSection(text, { runs, rows }));
  say(`${rows.length} cells are in docs/evidence/faults.md.`);
}

async function readRun(): Promise<Run> {
  const commit = (await run('git', ['rev-parse', '--short', 'HEAD'])).trim();
  return { date: new Date().toISOString().slice(0, 10), commit: `\`${commit}\`` };
}
