import { describe, expect, it } from 'vitest';
import { type Goal, goals } from './goals.ts';
import { judge, judgedFigure } from './judge.ts';
import { samplesOf } from './testing/samples-of.ts';

const seven = (value: number) => Array.from({ length: 7 }, () => value);

const ratio = {
  kind: 'ratio',
  told: 'The list',
  measure: 'listMs',
  series: { subject: 'shell', scenario: 'cold' },
  against: { subject: 'floor', scenario: 'cold' },
  limit: 0.75,
  isBound: false,
} as const satisfies Goal;

const amount = {
  kind: 'amount',
  told: 'All JS',
  measure: 'jsToList',
  series: { subject: 'shell', scenario: 'cold' },
  limit: 66_000,
} as const satisfies Goal;

const runOf = (shell: readonly number[], floor: readonly number[]) => [
  ...samplesOf('shell', 'cold', { listMs: shell }),
  ...samplesOf('floor', 'cold', { listMs: floor }),
];

const outcomeOf = (goal: Goal, samples: ReturnType<typeof samplesOf>) => judge(samples, [goal])[0]?.outcome;

describe('a ratio', () => {
  it('is met at its limit', () => expect(outcomeOf(ratio, runOf(seven(750), seven(1_000)))).toBe('met'));
  it('is missed above it', () => expect(outcomeOf(ratio, runOf(seven(751), seven(1_000)))).toBe('missed'));
  it('says which rounds, and between what', () => {
    expect(judge(runOf(seven(500), seven(1_000)), [ratio])).toEqual([
      { goal: ratio, outcome: 'met', figure: 0.5, interval: [0.5, 0.5], upperBound: 0.5, rounds: 7 },
    ]);
  });
});

describe('a bound', () => {
  const bound = { ...ratio, limit: 1.05, isBound: true };
  const unsure = runOf([...seven(1_000), 1_200, 1_200, 1_200, 1_200, 1_200], Array(12).fill(1_000));

  it('is missed where the median keeps to the limit, but chance may have made it', () => {
    expect(outcomeOf({ ...bound, isBound: false }, unsure)).toBe('met');
    const [judged] = judge(unsure, [bound]);
    if (judged === undefined || judged.outcome === 'not measured') throw new Error('It was not judged.');
    expect([judged.figure, judgedFigure(bound, judged), judged.outcome]).toEqual([1, 1.2, 'missed']);
  });

  it('is met where no draw comes near the limit', () =>
    expect(outcomeOf(bound, runOf(seven(1_040), seven(1_000)))).toBe('met'));
});

describe('an amount', () => {
  it('is met at its limit', () =>
    expect(outcomeOf(amount, samplesOf('shell', 'cold', { jsToList: [66_000] }))).toBe('met'));
  it('is missed one byte above it', () =>
    expect(outcomeOf(amount, samplesOf('shell', 'cold', { jsToList: [66_001] }))).toBe('missed'));
});

describe('what was not measured', () => {
  it('is neither met nor missed, and says what is missing', () => {
    const onlyShell = samplesOf('shell', 'cold', { listMs: seven(1) });
    expect(judge(onlyShell, [ratio, amount])).toEqual([
      { goal: ratio, outcome: 'not measured', why: 'There is no listMs of floor in cold.' },
      { goal: amount, outcome: 'not measured', why: 'There is no jsToList of shell in cold.' },
    ]);
  });

  it('does not hide samples that cannot be', () => {
    const twice = [...runOf([1], [1]), ...runOf([1], [1])];
    expect(() => judge(twice, [ratio])).toThrow('Round 1 has listMs of shell in cold twice.');
  });
});

describe('the goals', () => {
  it('compare within one scenario, and are each told in other words', () => {
    const across = goals.filter(
      (goal) => goal.kind === 'ratio' && goal.series.scenario !== goal.against.scenario,
    );
    expect(across).toEqual([]);
    expect(new Set(goals.map((goal) => goal.told)).size).toBe(goals.length);
  });
});
