import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { readOptions } from '../../../../scripts/options.mjs';
import { readReports } from '../../table/report.ts';
import { compare, obstacles } from './compare.ts';
import { parseResults, type Results } from './results.ts';
import { toRows } from './row.ts';
import { isAsWritten, parseRows, toSection, withSection } from './section.ts';

const paper = join(root, 'docs/evidence/attacks.md');

const help = `npm run security-table               writes the table of docs/evidence/attacks.md from the attacks of the last run
npm run security-table -- --check    compares the table with the last run instead, and exits with 1 if they differ
npm run security-table -- --help     this text`;

await runMain(async () => {
  const options = readOptions(help, { check: { type: 'boolean' } });
  if (options.help) return say(help);
  const results = parseResults(...(await readReports('attacks')));
  await (options.check ? check(results) : write(results));
});

async function check(results: Results): Promise<void> {
  const text = await readFile(paper, 'utf8');
  const differences = [
    ...(isAsWritten(text)
      ? []
      : ['The part between the markers of docs/evidence/attacks.md was changed by hand.']),
    ...compare(parseRows(text), results),
  ];
  if (differences.length === 0)
    return say('The table of docs/evidence/attacks.md matches what the attacks have shown.');
  throw new Plain(
    `${differences.join('\n')}\nFix what is not stopped. If an attack is new, or its text has changed, write the table: npm run security-table`,
  );
}

async function write(results: Results): Promise<void> {
  const wrong = obstacles(results);
  if (wrong.length > 0)
    throw new Plain(
      `${wrong.join('\n')}\nThe table is written from a whole run in all three engines: npm run test:all -- --suite attacks`,
    );
  const rows = toRows(results.results);
  await writeFile(paper, withSection(await readFile(paper, 'utf8'), toSection(rows)));
  say(`${rows.length} attacks are in docs/evidence/attacks.md.`);
}
