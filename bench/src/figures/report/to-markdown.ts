import { resampling } from '../bootstrap.ts';
import type { Conditions } from '../conditions.ts';
import type { Judged } from '../judge.ts';
import { toText } from '../to-text.ts';
import { toGoalsTable } from './goals-table.ts';
import type { Report } from './report.ts';
import { toColdTable, toConnectTable } from './tables.ts';

/** The medians of fewer rounds than these are not held to be shown. */
const roundsToShow = 7;

/** A report in plain Markdown: goals, first visit, connecting, and how it was measured. */
export function toMarkdown({ conditions, judged, cold, connects }: Report): string {
  const parts = [
    '## Goals',
    toCount(judged),
    toGoalsTable(judged),
    ...toReasons(judged),
    '## First visit',
    'Times are from the navigation on. In brackets: how many times that of the page by hand.',
    toColdTable(cold),
    '## Connecting',
    'From approved to connected, and the JS that is fetched for it. In brackets: how many times that of the one ordinary build.',
    toConnectTable(connects),
    '## How it was measured',
    toConditions(conditions),
  ];
  return `${parts.join('\n\n')}\n`;
}

function toCount(judged: readonly Judged[]): string {
  const count = (wanted: Judged['outcome']) => judged.filter(({ outcome }) => outcome === wanted).length;
  return `${count('met')} met, ${count('missed')} missed, ${count('not measured')} not measured.`;
}

function toReasons(judged: readonly Judged[]): readonly string[] {
  const lines = judged.flatMap((one) =>
    one.outcome === 'not measured' ? [`- ${one.goal.told}: ${one.why}`] : [],
  );
  return lines.length === 0 ? [] : ['Not measured:', lines.join('\n')];
}

function toConditions({ rounds, link, ...conditions }: Conditions): string {
  const { resamples, seed } = resampling;
  const few =
    rounds < roundsToShow ? [`- That is fewer than the ${roundsToShow} that the goals ask for.`] : [];
  return [
    `- ${rounds} rounds. In each, all pages are visited one after another.`,
    ...few,
    `- Link: HTTP/2 with TLS, ${toText(link.roundTripMs, 'ms')} a round trip, ${toRate(link.downKbps)} down and ${toRate(link.upKbps)} up for all that a visit loads. Each origin's connection takes its own round trips.`,
    `- Processor: ${toText(conditions.processorSlowdown, 'count')} times slower than ${conditions.machine}.`,
    `- Browser: ${conditions.browser}.`,
    `- Measured at ${conditions.measuredAt}, commit \`${conditions.commit}\`.`,
    '- A figure is a median. A ratio is the median of the ratios of each round, so it may differ a little from one median by the other.',
    `- Intervals, and the bound on enforcement, are of the ratio of the medians, or of the median: ${toText(resamples, 'count')} draws of the rounds, seed ${seed}.`,
  ].join('\n');
}

function toRate(kbps: number | null): string {
  return kbps === null ? 'unbounded' : `${toText(kbps, 'count')} kbit/s`;
}
