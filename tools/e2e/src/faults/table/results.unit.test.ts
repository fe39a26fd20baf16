import { expect, it } from 'vitest';
import type { CellMeta } from '../cell.ts';
import { parseResults } from './results.ts';

const cell: CellMeta = { group: 'wallet', fault: 'is rejected', at: 'evm', engine: 'Chromium' };
const test = (status: string, meta: object = {}, duration?: number) => ({ status, duration, meta });
const report = (success: boolean, ...assertionResults: readonly object[]) => ({
  success,
  testResults: [{ name: 'wallets.test.ts', assertionResults }],
});

it('reads each cell with the engines in which it holds, and what is said', () => {
  const found = report(
    true,
    test('passed', {}, 1),
    test('passed', { cell: { ...cell, words: 'Rejected |  Try again' } }, 1),
    test('skipped', { cell: { ...cell, engine: 'Firefox' } }),
  );
  expect(parseResults(found)).toEqual({
    rows: [
      {
        ...{ group: 'wallet', fault: 'is rejected', at: 'evm' },
        held: ['Chromium'],
        left: ['Firefox'],
        words: 'Rejected / Try again',
        because: '',
      },
    ],
    engines: ['Chromium'],
    failed: [],
  });
});

it('tells what has failed, also where that is no cell', () => {
  expect(parseResults(report(false, test('failed', { cell }, 1))).failed).toEqual([
    '“is rejected” (wallet, evm) does not hold in Chromium.',
  ]);
  expect(parseResults(report(false, test('failed', {}, 1))).failed).toEqual([
    'A test of the run has failed.',
  ]);
});

it('takes no cell that two tests are for', () => {
  const twice = report(true, test('passed', { cell }, 1), test('passed', { cell }, 1));
  expect(() => parseResults(twice)).toThrow('Two tests are for “is rejected” (wallet, evm) in Chromium');
});
