import { describe, expect, it } from 'vitest';
import type { Goal } from '../goals.ts';
import { judge } from '../judge.ts';
import { conditions, samplesOf } from '../testing/samples-of.ts';
import { compareVisits } from './compare-visits.ts';
import { toReport } from './report.ts';
import { toMarkdown } from './to-markdown.ts';
import { toTable } from './to-table.ts';

const samples = [
  ...samplesOf('floor', 'cold', { listMs: [1_000, 1_100, 1_200], requestsToList: [4, 4, 4] }),
  ...samplesOf('shell', 'cold', {
    listMs: [700, 880, 720],
    jsToList: [66_001, 66_001, 66_001],
    bytesToList: [42_000, 42_000, 42_000],
  }),
  ...samplesOf('shell-12', 'cold', { listMs: [900, 900, 900], bytesToList: [60_000, 60_000, 60_000] }),
  ...samplesOf('shell-24', 'cold', { listMs: [1_620, 1_620, 1_620], bytesToList: [84_000, 84_000, 84_000] }),
  ...samplesOf('floor', 'returning', { listMs: [500, 500, 500] }),
  ...samplesOf('shell', 'returning', { listMs: [800, 900, 750] }),
  ...samplesOf('single', 'choose-evm', { approvedToConnectedMs: [100, 100, 100], jsAtRest: [90_000] }),
  ...samplesOf('shell', 'choose-evm', { approvedToConnectedMs: [120, 130, 110], jsAtRest: [45_000] }),
  ...samplesOf('single', 'connect-evm', { connectedMs: [2_000, 2_000, 2_000] }),
  ...samplesOf('shell', 'connect-evm', {
    connectedMs: [2_500, 2_400, 2_600],
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

Times start with the navigation. In brackets: the ratio to the page by hand.

| median                 | by hand, React |     the shell |
| ---------------------- | -------------: | ------------: |
| full list              |       1,100 ms | 720 ms (0.70) |
| JS to the list         |              – |       66.0 kB |
| everything to the list |              – |       42.0 kB |
| requests to the list   |              4 |             – |

## Second visit

| median    | by hand, React |     the shell |
| --------- | -------------: | ------------: |
| full list |         500 ms | 800 ms (1.60) |

## Connecting

A person opens the list, waits until the page rests, moves the pointer onto a wallet and presses 300 ms later. The wallet approves at once; the time is from there to connected. In brackets: the ratio to the one ordinary build. The JS of the remote is all that is fetched to connect.

| family | one build |     the shell | JS of the remote |
| ------ | --------: | ------------: | ---------------: |
| evm    |    100 ms | 120 ms (1.20) |          29.0 kB |
| solana |         – |             – |                – |
| near   |         – |             – |                – |

When JS arrives in such a visit, beside what is in the page itself:

| family | page      | until the page rests | on hover | on the press |
| ------ | --------- | -------------------: | -------: | -----------: |
| evm    | one build |              90.0 kB |        – |            – |
| evm    | the shell |              45.0 kB |        – |            – |
| solana | one build |                    – |        – |            – |
| solana | the shell |                    – |        – |            – |
| near   | one build |                    – |        – |            – |
| near   | the shell |                    – |        – |            – |

If a visitor presses as soon as the list appears, and the wallet answers within 1 ms, a library can only arrive after the approval; the one ordinary build has loaded the libraries of all families before it lists the first wallet. So for such a press the whole time from the navigation to connected is compared. It is not a goal.

| family | one build |       the shell |
| ------ | --------: | --------------: |
| evm    |  2,000 ms | 2,500 ms (1.25) |
| solana |         – |               – |
| near   |         – |               – |

## Many families

A first visit, by how many families are registered. The list is full when it has a wallet of each.

![Time to the full list, by registered families](bench-curve.svg)

| families | full list | button can be clicked | blocking time to the list | everything to the list | requests to the list |
| -------: | --------: | --------------------: | ------------------------: | ---------------------: | -------------------: |
|        3 |    720 ms |                     – |                         – |                42.0 kB |                    – |
|       12 |    900 ms |                     – |                         – |                60.0 kB |                    – |
|       24 |  1,620 ms |                     – |                         – |                84.0 kB |                    – |

Between 3 and 24, each additional family adds 43 ms to the list. It brings 2.0 kB, which take 10 ms of the link: 23 % of that. [Scale](host.md#scale) says what dominates.

## How it was measured

- 7 rounds. In each, all pages are visited in turn.
- Link: HTTP/2 with TLS, in records that a packet holds, 150 ms a round trip, 1,600 kbit/s down and unbounded up for all that a visit loads. Each origin's connection takes its own round trips.
- Processor: 4 times slower than a processor of two cores.
- Browser: Chromium 156.0.1.2.
- Families beyond three stand in for remotes that do not exist: the same built files under further names, such as \`remote-evm-2\`, each signed under its name by keys of its own, in a store and on an origin of its own. The one EVM wallet supports all families of its kind, and has one row with a button for each.
- Measured at 2026-11-22T10:00:00Z, commit \`0123abc\`.
- A figure is a median. A ratio is the median of the ratios of each round, so it may differ a little from the ratio of the medians.
- Intervals, and the bound on enforcement, are of the ratio of the medians, or of the median: 5,000 draws of the rounds, seed 20261122.
`;

describe('the report in Markdown', () => {
  it('tells goals, first visit, connecting and how it was measured', () =>
    expect(toMarkdown(report)).toBe(written));

  it('tells what is off in a page that is not enforced, if there is one', () => {
    expect(written).not.toContain('Not enforced: ');
    const unenforced = [...samples, ...samplesOf('shell-unenforced', 'cold', { listMs: [700] })];
    expect(toMarkdown(toReport({ conditions, samples: unenforced }))).toContain(
      '\n- Not enforced: the same deployed page, ',
    );
  });

  it('tells what a page of its requests alone is, if there is one', () => {
    expect(written).not.toContain('Its requests alone: ');
    const bare = [...samples, ...samplesOf('shell-bare', 'cold', { listMs: [650] })];
    expect(toMarkdown(toReport({ conditions, samples: bare }))).toContain(
      '\n- Its requests alone: the same deployed page ',
    );
  });

  it('tells of no second visit where nobody has come again', () => {
    const first = samples.filter(({ scenario }) => scenario !== 'returning');
    expect(toMarkdown(toReport({ conditions, samples: first }))).not.toContain('## Second visit');
  });

  it('tells of no connecting where nobody has connected', () => {
    const opened = samples.filter(({ scenario }) => scenario === 'cold');
    expect(toMarkdown(toReport({ conditions, samples: opened }))).not.toContain('## Connecting');
  });

  it('draws no curve of one count', () => {
    const one = samples.filter(({ subject }) => !/^shell-\d/.test(subject));
    const told = toMarkdown(toReport({ conditions, samples: one }));
    expect(told).not.toMatch(/Many families|stand in for/);
  });

  it('says where its rounds are too few to show a goal', () => {
    const quick = { ...report, conditions: { ...conditions, rounds: 3 } };
    expect(toMarkdown(quick)).toContain('- That is fewer than the 7 that the goals ask for.');
  });

  it('judges all goals, and draws shells of other sizes into the curve alone', () => {
    const whole = toReport({ conditions, samples });
    expect(whole.judged.length).toBeGreaterThan(goals.length);
    expect(whole.curve).toEqual([
      { families: 3, listMs: 720, bytesToList: 42_000 },
      { families: 12, listMs: 900, bytesToList: 60_000 },
      { families: 24, listMs: 1_620, bytesToList: 84_000 },
    ]);
    expect(toMarkdown(whole)).not.toContain('shell-12 |');
  });

  it('gives no ratio to a floor that lacks a round', () => {
    const lacking = samples.filter(({ subject, round }) => subject !== 'floor' || round > 1);
    const [row] = compareVisits(lacking, 'cold');
    expect(row?.cells).toEqual([
      { subject: 'floor', median: 1_150 },
      { subject: 'shell', median: 720 },
    ]);
  });
});

it('keeps a bar in a cell from ending it', () => {
  expect(toTable([{ head: 'a' }], [['b | c']])).toBe('| a      |\n| ------ |\n| b \\| c |');
});
