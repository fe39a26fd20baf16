import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lowestBrowsers } from './lowest-browsers.ts';

const house = join(import.meta.dirname, '../../..');

/** The cells of a paper's table that begins with `browser | from version`. */
async function readTable(paper: string): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(join(house, paper), 'utf8'))
    .split('\n')
    .map((line) => line.split(/\s*\|\s*/));
  const start = lines.findIndex(([, first, second]) => first === 'browser' && second === 'from version');
  const end = lines.findIndex((cells, index) => index > start && cells.length < 3);
  return lines.slice(start + 2, end).map((cells) => cells.slice(1, -1));
}

it('are what the papers say', async () => {
  const known = lowestBrowsers.map(({ name, version, since, brought }) => [name, version, since, brought]);
  expect(await readTable('docs/host.md')).toEqual(known);
  expect(await readTable('README.md')).toEqual(known.map((cells) => cells.slice(0, 3)));
});
