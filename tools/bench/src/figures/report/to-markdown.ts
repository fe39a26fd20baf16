import { resampling } from '../bootstrap.ts';
import type { Conditions } from '../conditions.ts';
import type { Judged } from '../judge.ts';
import { toText } from '../to-text.ts';
import { toConnectText } from './connect-text.ts';
import { toCurveText } from './curve-text.ts';
import { toGoalsTable } from './goals-table.ts';
import type { Report } from './report.ts';
import { toVisitTable } from './tables.ts';

/** The medians of fewer rounds than these are not held to be shown. */
const roundsToShow = 7;

/** A report in plain Markdown: goals, first and second visit, connecting, many families, and how it was measured. */
export function toMarkdown({ conditions, judged, cold, returning, connects, curve }: Report): string {
  const parts = [
    '## Goals',
    toCount(judged),
    toGoalsTable(judged),
    ...toReasons(judged),
    '## First visit',
    'Times start with the navigation. In brackets: the ratio to the page by hand.',
    toVisitTable(cold),
    ...(returning.length > 0 ? ['## Second visit', toVisitTable(returning)] : []),
    ...toConnectText(connects),
    ...toCurveText(curve, conditions.link),
    '## How it was measured',
    toConditions(conditions, toStandIns(cold, curve)),
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

function toConditions({ rounds, link, ...conditions }: Conditions, standIns: readonly string[]): string {
  const { resamples, seed } = resampling;
  const few =
    rounds < roundsToShow ? [`- That is fewer than the ${roundsToShow} that the goals ask for.`] : [];
  return [
    `- ${rounds} rounds. In each, all pages are visited in turn.`,
    ...few,
    `- Link: HTTP/2 with TLS, in records that a packet holds, ${toText(link.roundTripMs, 'ms')} a round trip, ${toRate(link.downKbps)} down and ${toRate(link.upKbps)} up for all that a visit loads. Each origin's connection takes its own round trips.`,
    `- Processor: ${toText(conditions.processorSlowdown, 'count')} times slower than ${conditions.machine}.`,
    `- Browser: ${conditions.browser}.`,
    ...standIns,
    `- Measured at ${conditions.measuredAt}, commit \`${conditions.commit}\`.`,
    '- A figure is a median. A ratio is the median of the ratios of each round, so it may differ a little from the ratio of the medians.',
    `- Intervals, and the bound on enforcement, are of the ratio of the medians, or of the median: ${toText(resamples, 'count')} draws of the rounds, seed ${seed}.`,
  ].join('\n');
}

/** What is no page that anybody would deploy, and how it differs from one; of what was measured alone. */
function toStandIns(cold: Report['cold'], curve: Report['curve']): readonly string[] {
  const has = (name: string) => cold.some(({ cells }) => cells.some(({ subject }) => subject === name));
  return [
    ...(has('shell-unenforced') ? [unenforced] : []),
    ...(has('shell-bare') ? [bare] : []),
    ...(curve.length > 1 ? [manyFamilies] : []),
  ];
}

const unenforced =
  '- Not enforced: the same deployed page, with two modules of its inline script replaced. Disabled are the verification of signatures, the narrowing of the policy, the import map with its hashes and refusals, the probe, and the hashes of scripts in the HTML; the script is smaller by their size. Everything else is the same: files and addresses, headers, preloads and early requests, the checks of documents by age, version and block list, what is stored of them, and the hashes by which connector files are fetched after the list. The product has no switch for it.';

const bare =
  '- Its requests alone: the same deployed page with the same early requests, files and style, and one short script that accepts each document as received, imports its discovery, and makes a plain button of each wallet. Nothing is verified, frozen, stored or enforced, the early script is loaded and not run, and a press does nothing. It is the lower limit for a list with these requests.';

const manyFamilies =
  '- Families beyond three stand in for remotes that do not exist: the same built files under further names, such as `remote-evm-2`, each signed under its name by keys of its own, in a store and on an origin of its own. The one EVM wallet supports all families of its kind, and has one row with a button for each.';

function toRate(kbps: number | null): string {
  return kbps === null ? 'unbounded' : `${toText(kbps, 'count')} kbit/s`;
}
