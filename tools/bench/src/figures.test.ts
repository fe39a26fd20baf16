import { describe, expect, it } from 'vitest';
import { amountOf, ratioOf, type Sample, toFigure, toText } from './figures.ts';
import { judge } from './report.ts';
import type { TargetName } from './targets.ts';

/** Samples of a first visit, round by round; a round with undefined failed. */
function listSamples(target: TargetName, times: readonly (number | undefined)[]): readonly Sample[] {
  return times.flatMap((listMs, round) =>
    listMs === undefined ? [] : [{ target, scenario: 'first', round, values: { listMs } }],
  );
}

const series = { target: 'shell', scenario: 'first', measure: 'listMs' } as const;

describe('a figure', () => {
  it('is the middle one of an odd number of rounds, with the lowest and the highest', () => {
    expect(toFigure([30, 10, 20])).toEqual({ median: 20, lowest: 10, highest: 30 });
  });

  it('is the mean of the middle two of an even number', () => {
    expect(toFigure([4, 1, 3, 2])?.median).toBe(2.5);
  });

  it('is undefined if no round measured it', () => {
    expect(amountOf(listSamples('hand', [1]), series)).toBeUndefined();
  });
});

describe('a ratio', () => {
  it('compares the pages of the same round', () => {
    const samples = [...listSamples('hand', [100, 1000, 10]), ...listSamples('shell', [90, 1100, 9])];
    expect(ratioOf(samples, series, 'hand')).toEqual({ median: 0.9, lowest: 0.9, highest: 1.1 });
  });

  it('leaves out a round in which one of the pages failed', () => {
    const samples = [...listSamples('hand', [100, undefined]), ...listSamples('shell', [200, 900])];
    expect(ratioOf(samples, series, 'hand')).toEqual({ median: 2, lowest: 2, highest: 2 });
  });
});

describe('a goal', () => {
  const list = { title: '', scenario: 'first', measure: 'listMs', goals: [] };
  const goal = { target: 'shell', kind: 'ratio', atMost: 0.95 } as const;

  it('is met if the median of the ratios is at most the limit', () => {
    const hand = listSamples('hand', [100, 100, 100]);
    expect(judge([...hand, ...listSamples('shell', [95, 80, 200])], list, goal)).toBe('met');
    expect(judge([...hand, ...listSamples('shell', [96, 80, 200])], list, goal)).toBe('missed');
  });

  it('is not measured if the page by hand was not visited', () => {
    expect(judge(listSamples('shell', [95]), list, goal)).toBe('not measured');
  });

  it('is missed if one round of many lost a press', () => {
    const samples = [0, 0, 1].map((lost, round) => ({
      ...{ target: 'shell' as const, scenario: 'presses', round, values: { lost } },
    }));
    const presses = { ...list, scenario: 'presses', measure: 'lost' };
    expect(judge(samples, presses, { target: 'shell', kind: 'amount', atMost: 0 })).toBe('missed');
  });
});

it('shows each number in the unit of its measure', () => {
  expect(
    [
      [1234.5, 'listMs'],
      [57_640, 'listBytes'],
      [23, 'requests'],
      [0.954, 'ratio'],
    ].map(([value, measure]) => toText(value as number, measure as string)),
  ).toEqual(['1,235 ms', '57.6 kB', '23', '0.95']);
});
