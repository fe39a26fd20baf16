import { describe, expect, it } from 'vitest';
import { amountOf, ratioOf, type Sample, toFigure, toText } from './figures.ts';
import { judge, toMarkdown } from './report.ts';
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

  it('of an application compares with the page with plain wagmi', () => {
    const samples = [
      ...[...listSamples('hand', [10]), ...listSamples('app', [10])],
      ...[...listSamples('wagmi', [100]), ...listSamples('pinned', [110]), ...listSamples('with', [160])],
    ];
    expect(judge(samples, list, { target: 'pinned', kind: 'ratio', atMost: 1.1 })).toBe('met');
    expect(judge(samples, list, { target: 'pinned', kind: 'ratio', atMost: 1.09 })).toBe('missed');
    expect(judge(samples, list, { target: 'with', kind: 'more', atMost: 60 })).toBe('met');
    expect(judge(samples, list, { target: 'with', kind: 'more', atMost: 59 })).toBe('missed');
  });

  it('is missed if one round of many lost a press', () => {
    const samples = [0, 0, 1].map((lost, round) => ({
      ...{ target: 'shell' as const, scenario: 'presses', round, values: { lost } },
    }));
    const presses = { ...list, scenario: 'presses', measure: 'lost' };
    expect(judge(samples, presses, { target: 'shell', kind: 'amount', atMost: 0 })).toBe('missed');
  });
});

it('reports an application in a table of its own, with ratios to plain wagmi', () => {
  const times = { app: 50, wagmi: 100, pinned: 120, with: 700 };
  const samples = Object.entries(times).map(([target, shownMs]) => ({
    ...{ target: target as TargetName, scenario: 'application-first', round: 0, values: { shownMs } },
  }));
  const link = { roundTripMs: 150, downKbps: 1_600, upKbps: 750 };
  const made = { slowdown: 4, browser: '', machine: '', measuredAt: '', commit: '' };
  const report = toMarkdown(samples, { rounds: 1, link, ...made }).replaceAll(/ +/g, ' ');
  expect(report).toContain('| | by hand, React | one ordinary build | the shell | the shell, own origins |');
  expect(report).toContain(
    '| Application, first visit: shown | 50 ms: 0.50 | 100 ms | 120 ms: 1.20 | 700 ms: 7.00 | by packages 1.25 met, independent 500 ms more missed |',
  );
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
