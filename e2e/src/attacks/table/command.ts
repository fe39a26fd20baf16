import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../../tasks/root.mjs';
import { Plain, runMain, say } from '../../../../tasks/say.mjs';
import { compare, obstacles } from './compare.ts';
import { parseResults, type Results } from './results.ts';
import { toRows } from './row.ts';
import { isAsWritten, parseRows, toSection, withSection } from './section.ts';

const report = '.linkspan/results/attacks.json';
const paper = join(root, 'SECURITY.md');
const howToRun = `npx vitest run --config e2e/attacks.config.ts --reporter=default --reporter=json --outputFile.json=$PWD/${report}`;

/**
 * Writes the table of SECURITY.md from what the last run of the attacks has found; with `--check`, compares it and
 * ends with 1 where it is another.
 */
await runMain(async () => {
  const results = await readResults();
  await (process.argv.includes('--check') ? check(results) : write(results));
});

async function check(results: Results): Promise<void> {
  const text = await readFile(paper, 'utf8');
  const differences = [
    ...(isAsWritten(text) ? [] : ['What stands between the markers of SECURITY.md was changed by hand.']),
    ...compare(parseRows(text), results),
  ];
  if (differences.length === 0) return say('The table of SECURITY.md is what the attacks have shown.');
  throw new Plain(
    `${differences.join('\n')}\nMend what is not stopped. Where an attack is new, or says it better, write the table: npm run security-table`,
  );
}

async function write(results: Results): Promise<void> {
  const wrong = obstacles(results);
  if (wrong.length > 0)
    throw new Plain(
      `${wrong.join('\n')}\nThe table is written from a whole run in all three engines. Run them: ${howToRun}`,
    );
  const rows = toRows(results.results);
  await writeFile(paper, withSection(await readFile(paper, 'utf8'), toSection(rows)));
  say(`${rows.length} attacks are in SECURITY.md.`);
}

async function readResults(): Promise<Results> {
  const text = await readFile(join(root, report), 'utf8').catch(() => {
    throw new Plain(`There is no ${report}. Run all with npm test, or the attacks alone: ${howToRun}`);
  });
  return parseResults(JSON.parse(text));
}
