import { describe, expect, it } from 'vitest';
import { bootstrap, quantile, resampling } from './bootstrap.ts';
import { estimateAmount, estimateRatio, ratioOfMedians } from './estimate.ts';
import { median } from './median.ts';
import { pairsOf, toRatio } from './pairs.ts';
import { samplesOf } from './testing/samples-of.ts';
import { NotMeasured, valuesOf } from './values-of.ts';

const shell = { subject: 'shell', scenario: 'cold' };
const floor = { subject: 'floor', scenario: 'cold' };

describe('the median', () => {
  it('is the value in the middle by size, not by letters', () => expect(median([1_000, 9, 30])).toBe(30));
  it('is the mean of two values in the middle', () => expect(median([4, 1, 3, 10])).toBe(3.5));
  it('leaves its list as it was', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
  it('says that nothing has none', () => expect(() => median([])).toThrow('There is no median of nothing.'));
});

describe('the share of sorted values', () => {
  const values = Array.from({ length: 200 }, (_, at) => at + 1);
  it('is one of them', () => {
    expect([0.025, 0.5, 0.95, 0.975, 1].map((share) => quantile(values, share))).toEqual([
      5, 100, 190, 195, 200,
    ]);
  });
  it('says that nothing has none', () =>
    expect(() => quantile([], 0.95)).toThrow('There is no value at 0.95 of 0 values.'));
});

describe('drawing rounds again', () => {
  const sum = (drawn: readonly number[]) => drawn.reduce((total, value) => total + value, 0);

  it('gives the same values in rising order each time', () => {
    const drawn = bootstrap([1, 2, 4, 8], sum);
    expect(drawn).toEqual(bootstrap([1, 2, 4, 8], sum));
    expect(drawn).toEqual([...drawn].sort((one, other) => one - other));
    expect(drawn).toHaveLength(resampling.resamples);
  });

  it('draws as many as there are, each as often as any other', () => {
    const drawn = bootstrap([0, 1], sum);
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2]));
    const share = drawn.filter((total) => total === 1).length / drawn.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.03);
  });

  it('keeps what was measured in one round together', () => {
    const pairs = [10, 500, 3].map((under) => [2 * under, under] as const);
    expect(new Set(bootstrap(pairs, ratioOfMedians))).toEqual(new Set([2]));
  });
});

describe('a ratio of two series', () => {
  // By hand: ratios 0.5, 0.6, 2.0; medians 300 and 500.
  const samples = [
    ...samplesOf('shell', 'cold', { listMs: [200, 300, 800] }),
    ...samplesOf('floor', 'cold', { listMs: [400, 500, 400] }),
  ];

  it('pairs what was measured in one round, in whatever order it comes', () => {
    expect(pairsOf([...samples].reverse(), 'listMs', shell, floor)).toEqual([
      [800, 400],
      [300, 500],
      [200, 400],
    ]);
  });

  it('is the median of the ratios of each round', () => {
    const { figure, rounds } = estimateRatio(samples, 'listMs', shell, floor);
    expect([figure, rounds]).toEqual([0.6, 3]);
  });

  it('has the ratio of the medians in its interval, and its bound within', () => {
    const pairs = pairsOf(samples, 'listMs', shell, floor);
    const { interval, upperBound } = estimateRatio(samples, 'listMs', shell, floor);
    expect(ratioOfMedians(pairs)).toBe(0.75);
    // Two of three draws are of the same given round in 7 of 27: then its ratio is that of the medians.
    expect(interval).toEqual([0.5, 2]);
    expect(upperBound).toBe(2);
  });

  it('bounds one side by less than the interval, if there are rounds enough', () => {
    const shells = Array.from({ length: 21 }, (_, at) => 900 + at * 10);
    const many = [
      ...samplesOf('shell', 'cold', { listMs: shells }),
      ...samplesOf('floor', 'cold', { listMs: shells.map(() => 1_000) }),
    ];
    const { figure, interval, upperBound } = estimateRatio(many, 'listMs', shell, floor);
    expect(figure).toBe(1);
    expect(interval[0]).toBeLessThan(0.98);
    expect(upperBound).toBeGreaterThan(1.02);
    expect(upperBound).toBeLessThan(interval[1]);
  });

  it('is 1 of nothing by nothing, and has no end by nothing', () => {
    expect([toRatio(0, 0), toRatio(3, 0), toRatio(0, 3)]).toEqual([1, Number.POSITIVE_INFINITY, 0]);
  });
});

describe('a lone amount', () => {
  it('is the median, between the least and the most', () => {
    const samples = samplesOf('shell', 'cold', { jsToList: [65_000, 65_000, 65_010] });
    const { figure, interval } = estimateAmount(samples, 'jsToList', shell);
    expect(figure).toBe(65_000);
    expect(interval).toEqual([65_000, 65_010]);
  });
});

describe('samples that are missing', () => {
  it('are told by measure, subject and scenario', () => {
    const read = () => valuesOf(samplesOf('floor', 'cold', { listMs: [1] }), 'listMs', shell);
    expect(read).toThrow(new NotMeasured('There is no listMs of shell in cold.'));
  });

  it.each([
    { shells: 2, floors: 3, told: 'Round 3 has listMs of floor in cold, but no listMs of shell in cold.' },
    { shells: 3, floors: 2, told: 'Round 3 has listMs of shell in cold, but no listMs of floor in cold.' },
  ])('leave no ratio: $shells rounds of one, $floors of the other', ({ shells, floors, told }) => {
    const samples = [
      ...samplesOf('shell', 'cold', { listMs: Array(shells).fill(1) }),
      ...samplesOf('floor', 'cold', { listMs: Array(floors).fill(1) }),
    ];
    expect(() => pairsOf(samples, 'listMs', shell, floor)).toThrow(new NotMeasured(told));
  });

  it('may be told by what is no number', () => {
    const read = () => valuesOf(samplesOf('shell', 'cold', { listMs: [1, Number.NaN] }), 'listMs', shell);
    expect(read).toThrow(new NotMeasured('Round 2 has no number as listMs of shell in cold.'));
  });

  it('are not made up for by a round that is there twice', () => {
    const once = samplesOf('shell', 'cold', { listMs: [1] });
    expect(() => valuesOf([...once, ...once], 'listMs', shell)).toThrow(
      'Round 1 has listMs of shell in cold twice.',
    );
  });
});
