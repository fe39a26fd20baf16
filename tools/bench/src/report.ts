import { amountOf, differenceOf, type Figure, ratioOf, type Sample, type Series, toText } from './figures.ts';
import type { LinkSpeed } from './link.ts';
import { applicationMeasures, type Goal, type Measure, measures } from './measures.ts';
import { applicationNames, pageNames, type TargetName } from './targets.ts';

/** How a run was measured. */
export interface Conditions {
  readonly rounds: number;
  readonly link: LinkSpeed;
  readonly slowdown: number;
  readonly browser: string;
  /** Its processor and cores. */
  readonly machine: string;
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly commit: string;
}

/** The report in Markdown: a table of figures and goals each of the pages of wallets and of an application, and how they were measured. */
export function toMarkdown(samples: readonly Sample[], conditions: Conditions): string {
  const all = [...measures, ...applicationMeasures];
  const judged = all.flatMap((measure) => measure.goals.map((goal) => judge(samples, measure, goal)));
  const count = (wanted: Outcome) => judged.filter((outcome) => outcome === wanted).length;
  const parts = [
    '# Measured',
    'Written by `npm run bench`. How to run it: [CONTRIBUTING.md](../CONTRIBUTING.md).',
    '## Figures',
    'Medians of the rounds, with their range; after the colon, the median of the ratios to the page by hand, with theirs. Times start with the navigation, or with the approval.',
    `Goals: ${count('met')} met, ${count('missed')} missed, ${count('not measured')} not measured. A goal without a unit is a ratio, or a number of presses or requests.`,
    toFigures(samples, pageNames, measures),
    'One application, with its wallets in four ways. Ratios, and what a goal says by “more”, are to the page with plain wagmi.',
    toFigures(samples, applicationNames, applicationMeasures),
    '## How it was measured',
    toConditions(samples, conditions),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Outcome = 'met' | 'missed' | 'not measured';

/** Whether the median keeps to the limit; of lost presses, whether every round does. */
export function judge(samples: readonly Sample[], measure: Measure, { target, kind, atMost }: Goal): Outcome {
  const series = { ...measure, target };
  const figure = {
    ratio: () => ratioOf(samples, series, baseOf(target)),
    amount: () => amountOf(samples, series),
    more: () => differenceOf(samples, series, baseOf(target)),
  }[kind]();
  if (figure === undefined) return 'not measured';
  return (measure.measure === 'lost' ? figure.highest : figure.median) <= atMost ? 'met' : 'missed';
}

/** The page that another one is compared with. */
function baseOf(target: TargetName): TargetName {
  return target in applicationNames ? 'wagmi' : 'hand';
}

function toFigures(
  samples: readonly Sample[],
  names: Partial<Record<TargetName, string>>,
  lines: readonly Measure[],
): string {
  const targets = Object.keys(names) as TargetName[];
  const body = lines.map((line) => [
    line.title,
    ...targets.map((target) => toCell(samples, { ...line, target })),
    line.goals.map((goal) => toGoal(samples, line, goal)).join(', '),
  ]);
  return toTable(['', ...Object.values(names), 'goal, at most'], body);
}

/** Whose goals those are that are not of the shell's own page. */
const owners: Partial<Record<TargetName, string>> = {
  own: 'own origins ',
  pinned: 'by packages ',
  with: 'independent ',
};

function toGoal(samples: readonly Sample[], line: Measure, goal: Goal): string {
  const limit = toText(goal.atMost, goal.kind === 'ratio' ? 'ratio' : line.measure);
  const more = goal.kind === 'more' ? ' more' : '';
  return `${owners[goal.target] ?? ''}${limit}${more} ${judge(samples, line, goal)}`;
}

function toCell(samples: readonly Sample[], series: Series): string {
  const figure = amountOf(samples, series);
  if (figure === undefined) return '–';
  const base = baseOf(series.target);
  const ratio = series.target === base ? undefined : ratioOf(samples, series, base);
  const text = toRange(figure, (value) => toText(value, series.measure));
  return ratio ? `${text}: ${toRange(ratio, (value) => toText(value, 'ratio'))}` : text;
}

/** Such as `1.20 (1.10 to 1.40)`, or `1.20` if all rounds read the same. */
function toRange({ median, lowest, highest }: Figure, text: (value: number) => string): string {
  const [middle, low, high] = [median, lowest, highest].map(text);
  return low === high ? `${middle}` : `${middle} (${low} to ${high})`;
}

function toConditions(samples: readonly Sample[], { rounds, link, ...conditions }: Conditions): string {
  const tries = samples
    .filter(({ target, scenario }) => target === 'shell' && scenario === 'presses')
    .reduce((total, { values }) => total + (values.tries ?? 0), 0);
  const bytes = `${toText(link.downKbps, '')} kbit/s down and ${toText(link.upKbps, '')} kbit/s up`;
  return [
    `- Rounds: ${rounds}. Each visits every page by turns. A ratio is of two visits of the same round.`,
    `- Link: HTTP/2 with TLS, ${link.roundTripMs} ms a round trip, ${bytes} for all connections together. Each origin's connection takes its own round trips for TCP and TLS. The chains' nodes are behind the same link, by HTTP/1.1 without TLS.`,
    `- Processor: ${conditions.slowdown} times slower than ${conditions.machine}. Browser: ${conditions.browser}, with a new profile for each person.`,
    '- A visit without another word comes by a link from another site; one in a new tab begins at an empty page, as an address that is typed, with the first tab closed. A returning, connected visitor has made two visits before. Each second visit to the application is of another person, the reload too. V8 uses its code cache at a reload from the third visit on, and not on the way from another site.',
    "- All moves and presses are the browser's input. The list is opened by one press as soon as the browser has painted the button, so that its time includes the way of that input.",
    '- To approve: a person opens the list, waits until the page rests, moves the pointer onto a wallet and presses 300 ms later; one family after the other, another one first in each round. The wallet approves at once, or 1.5 s after the request.',
    `- Lost presses: of ${tries} presses, a third each at 0, 20 and 50 ms after the button's first paint, those that had not opened the dialog when the page rested.`,
    '- An application is shown once the document has its own content. All that its pages request is counted, until they rest.',
    '- At rest: a page that has requested nothing for 2 s. JS is what was transferred, with the scripts in the page itself; heap is what a garbage collection leaves.',
    `- Measured at ${conditions.measuredAt}, commit \`${conditions.commit}\`.`,
  ].join('\n');
}

/** A table of Markdown with aligned columns; all but the first are numbers. */
function toTable(heads: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) =>
    Math.max(3, head.length, ...body.map((cells) => `${cells[at]}`.length)),
  );
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  const toLine = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [toLine(heads), toLine(rule), ...body.map(toLine)].join('\n');
}
