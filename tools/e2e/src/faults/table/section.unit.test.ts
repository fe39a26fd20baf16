import { expect, it } from 'vitest';
import { compare, merge } from './compare.ts';
import type { Row } from './results.ts';
import { parseSection, writeSection } from './section.ts';

const text = `# Faults

<!-- faults: written by \`npm run fault-table\` from what a run of the tests has found -->

<!-- faults end -->

More.
`;
const hanging: Row = {
  group: 'remote',
  fault: 'never answers',
  at: 'document',
  held: ['Chromium', 'Firefox', 'WebKitGTK'],
  words: 'Unavailable · Wait 5 s',
  because: '',
};
const connector: Row = { ...hanging, at: 'connector', held: ['Chromium'] };
const rejected: Row = { ...hanging, group: 'wallet', fault: 'is rejected', at: 'evm', words: 'Rejected' };
const blocking: Row = {
  ...hanging,
  fault: 'blocks',
  held: ['Chromium'],
  words: '',
  because: 'It ends a tab',
};
const rows = [hanging, connector, blocking, rejected];
const runs = {
  Chromium: { date: '2026-11-22', commit: '`abc`' },
  WebKitGTK: { date: '2026-11-21', commit: '`d0e`' },
};

it('writes what it reads again', () => {
  const written = writeSection(text, { runs, rows });
  expect(parseSection(written)).toEqual({ runs, rows });
  expect(written).toContain('| Chromium  | 4 of 4          | 2026-11-22 | `abc`  |');
  expect(written).toContain('| Firefox   | 2 of 4          | –          | –      |');
  expect(written).toContain('| never answers | C F W    | C         |');
  expect(written).toContain('| never answers | document, connector | Unavailable · Wait 5 s |');
  expect(written.endsWith('More.\n')).toBe(true);
});

it('writes the same, and reads it again, in whatever order the cells of a fault come', () => {
  const mixed = [connector, blocking, hanging, rejected];
  const inTurn = [hanging, connector, blocking, rejected];
  const written = writeSection(text, { runs, rows: mixed });
  expect(written).toBe(writeSection(text, { runs, rows: inTurn }));
  expect(parseSection(written).rows).toEqual(inTurn);
});

it('loses no cell of a place that it does not know', () => {
  expect(() => writeSection(text, { runs, rows: [{ ...hanging, at: 'attic' }] })).toThrow(
    '“attic” is no column',
  );
});

it('reads a page without cells', () => {
  expect(parseSection(text).rows).toEqual([]);
});

it('does not read what was changed by hand', () => {
  const written = writeSection(text, { runs, rows });
  expect(() => parseSection(written.replace('C F W    |', 'C F W |'))).toThrow('changed by hand');
});

const run = (...found: readonly Row[]) => ({
  rows: found.map((row) => ({ left: [], ...row })),
  ...{ engines: ['Chromium'] as const, failed: [] },
});

it('finds nothing to tell where all is as it is written, in the engines that were run, whatever the figures', () => {
  const found = { ...hanging, held: ['Chromium'] as const, words: 'Unavailable · Wait 12 s' };
  expect(compare([hanging], run(found))).toEqual([]);
});

it('tells what is new, what has gone, what was not run and what is said otherwise', () => {
  const found = [{ ...hanging, held: [] }, { ...connector, words: 'Other' }, rejected];
  expect(compare([hanging, connector, blocking], run(...found))).toEqual([
    '“never answers” (remote, document) was not run in Chromium.',
    '“never answers” (remote, connector) says: Other. docs/evidence/faults.md: Unavailable · Wait 5 s.',
    '“is rejected” (wallet, evm) is not in docs/evidence/faults.md.',
    '“blocks” (remote, document) is in docs/evidence/faults.md, and no test is for it.',
  ]);
});

it('keeps what was written of engines that were not run', () => {
  const found = { ...hanging, held: ['Chromium'] as const, words: 'Better' };
  expect(merge([hanging], run(found, connector))).toEqual([{ ...hanging, words: 'Better' }, connector]);
});

it('keeps what was written of cells that a run has left out', () => {
  const { rows: found, ...others } = run({ ...hanging, held: [], words: '' });
  const left = found.map((row) => ({ ...row, left: ['Chromium'] as const }));
  expect(merge([hanging], { ...others, rows: left })).toEqual([hanging]);
});
