import { describe, expect, it } from 'vitest';
import type { Goal } from '../goals.ts';
import { judge } from '../judge.ts';
import { conditions, samplesOf } from '../testing/samples-of.ts';
import { compareCold } from './compare-cold.ts';
import { toReport } from './report.ts';
import { toMarkdown } from './to-markdown.ts';
import { toTable } from './to-table.ts';

const samples = [
  ...samplesOf('floor', 'cold', { listMs: [1_000, 1_100, 1_200], requestsToList: [4, 4, 4] }),
  ...samplesOf('shell', 'cold', { listMs: [700, 880, 720], jsToList: [66_001, 66_001, 66_001] }),
  ...samplesOf('shell-12', 'cold', { listMs: [900, 900, 900] }),
  ...samplesOf('single', 'connect-evm', {
    approvedToConnectedMs: [100, 100, 100],
    jsForConnect: [20_000, 20_000, 20_000],
  }),
  ...samplesOf('shell', 'connect-evm', {
    approvedToConnectedMs: [120, 130, 110],
    jsForConnect: [29_000, 29_000, 29_000],
  }),
];

const cold = (subject: string) => ({ subject, scenario: 'cold' });
const list = { kind: 'ratio', told: 'The list', measure: 'listMs', isBound: false } as const;
const goals: readonly Goal[] = [
  { ...list, series: cold('shell'), against: cold('floor'), limit: 0.75 },
  { kind: 'amount', told: 'All JS', measure: 'jsToList', series: cold('shell'), limit: 66_000 },
  { ...list, told: 'Apart', series: cold('shell-own-origins'), against: cold('floor'), limit: 1 },
];

const report = { ...toReport({ conditions, samples }), judged: judge(samples, goals) };

// By hand: ratios of the list 0.7, 0.8 and 0.6.
const written = `## Goals

1 met, 1 missed, 1 not measured.

| goal     |    figure |      95 % interval | at most | outcome      |
| -------- | --------: | -----------------: | ------: | ------------ |
| The list |      0.70 |       0.60 to 0.80 |    0.75 | met          |
| All JS   | 66.001 kB | 66.0 kB to 66.0 kB | 66.0 kB | missed       |
| Apart    |         – |                  – |    1.00 | not measured |

Not measured:

- Apart: There is no listMs of shell-own-origins in cold.

## First visit

Times are from the navigation on. In brackets: how many times that of the page by hand.

| median               | by hand, React |     the shell |
| -------------------- | -------------: | ------------: |
| full list            |       1,100 ms | 720 ms (0.70) |
| JS to the list       |              – |       66.0 kB |
| requests to the list |              4 |             – |

## Connecting

From approved to connected, and the JS that is fetched for it. In brackets: how many times that of the one ordinary build.

| family | time, one build |   time, shell | JS, one build |      JS, shell |
| ------ | --------------: | ------------: | ------------: | -------------: |
| evm    |          100 ms | 120 ms (1.20) |       20.0 kB | 29.0 kB (1.45) |
| solana |               – |             – |             – |              – |
| near   |               – |             – |             – |              – |

## How it was measured

- 7 rounds. In each, all pages are visited one after another.
- Link: HTTP/2 with TLS, 150 ms a round trip, 1,600 kbit/s down and unbounded up for all that a visit loads. Each origin's connection takes its own round trips.
- Processor: 4 times slower than a processor of two cores.
- Browser: Chromium 156.0.1.2.
- Measured at 2026-11-22T10:00:00Z, commit \`0123abc\`.
- A figure is a median. A ratio is the median of the ratios of each round, so it may differ a little from one median by the other.
- Intervals, and the bound on enforcement, are of the ratio of the medians, or of the median: 5,000 draws of the rounds, seed 20261122.
`;

describe('the report in Markdown', () => {
  it('tells goals, first visit, connecting and how it was measured', () =>
    expect(toMarkdown(report)).toBe(written));

  it('says where its rounds are too few to show a goal', () => {
    const quick = { ...report, conditions: { ...conditions, rounds: 3 } };
    expect(toMarkdown(quick)).toContain('- That is fewer than the 7 that the goals ask for.');
  });

  it('judges all goals, and draws shells of other sizes into the curve alone', () => {
    const whole = toReport({ conditions, samples });
    expect(whole.judged.length).toBeGreaterThan(goals.length);
    expect(whole.curve).toEqual([
      { families: 3, listMs: 720 },
      { families: 12, listMs: 900 },
    ]);
    expect(toMarkdown(whole)).not.toContain('shell-12 |');
  });

  it('gives no ratio to a floor that lacks a round', () => {
    const lacking = samples.filter(({ subject, round }) => subject !== 'floor' || round > 1);
    const [row] = compareCold(lacking);
    expect(row?.cells).toEqual([
      { subject: 'floor', median: 1_150 },
      { subject: 'shell', median: 720 },
    ]);
  });
});

it('keeps a bar in a cell from ending it', () => {
  expect(toTable([{ head: 'a' }], [['b | c']])).toBe('| a      |\n| ------ |\n| b \\| c |');
});
