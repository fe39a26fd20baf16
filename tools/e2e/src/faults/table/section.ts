import { type Paper, readSection, withSection } from '../../table/paper.ts';
import { parseTable, toTable } from '../../table/to-table.ts';
import type { Cell } from '../cell.ts';
import { type Engine, engineNames, type Row } from './results.ts';

/** When, and at which commit, all cells were last tried in an engine. */
export interface Run {
  readonly date: string;
  readonly commit: string;
}

/** The last run in each engine. */
export type Runs = Readonly<Partial<Record<Engine, Run>>>;

/** What docs/evidence/faults.md has between its markers. */
export interface Section {
  readonly runs: Runs;
  readonly rows: readonly Row[];
}

const paper: Paper = {
  name: 'docs/evidence/faults.md',
  begin: '<!-- faults: written by `npm run fault-table` from what a run of the tests has found -->',
  end: '<!-- faults end -->',
};

const groupTitles: Readonly<Record<Cell['group'], string>> = {
  remote: 'Remotes',
  wallet: 'Wallets',
  page: 'The page',
};

const groups = Object.keys(groupTitles) as Cell['group'][];
const letters: Readonly<Record<Engine, string>> = { Chromium: 'C', Firefox: 'F', WebKitGTK: 'W' };
/** The columns: stages of a remote, families, the page. */
const places: readonly string[] = [
  ...['document', 'discovery', 'listing', 'connector', 'mount', 'adopt', 'connected'],
  ...['signing', 'disconnecting', 'unmount', 'evm', 'solana', 'near', 'page'],
];
const never = '–';

/** The text of the page with this section. */
export function writeSection(text: string, section: Section): string {
  return withSection(paper, text, toText(section));
}

/** The section of the page's text. Throws a sentence where somebody has changed it by hand. */
export function parseSection(text: string): Section {
  const written = readSection(paper, text);
  const [head = '', ...parts] = written.split(/^### /m);
  const section = { runs: parseRuns(head), rows: parts.flatMap(parseGroup) };
  if (section.rows.length > 0 && writeSection(text, section) !== text)
    throw new Error(`What stands between the markers of ${paper.name} was changed by hand.`);
  return section;
}

function toText({ runs, rows }: Section): string {
  const engines = engineNames.map((engine) => {
    const held = rows.filter((row) => row.held.includes(engine)).length;
    const { date, commit } = runs[engine] ?? { date: never, commit: never };
    return [engine, `${held} of ${rows.length}`, date, commit];
  });
  const parts = groups.flatMap((group) => {
    const own = inOrder(rows.filter((row) => row.group === group));
    return own.length === 0 ? [] : [`### ${groupTitles[group]}`, toMatrix(own), ...toSaid(own)];
  });
  return [toTable([['engine', 'cells that hold', 'last run', 'commit'], ...engines]), ...parts].join('\n\n');
}

function parseRuns(head: string): Runs {
  const [, ...lines] = parseTable(head);
  const runs = lines.flatMap(([name, , date = never, commit = never]) =>
    date === never ? [] : [[name, { date, commit }]],
  );
  return Object.fromEntries(runs);
}

/** Faults as they come, each with its places in the order in which a page gets there. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const lost = rows.find(({ at }) => !places.includes(at));
  if (lost) throw new Error(`“${lost.at}” is no column of ${paper.name}: add it to section.ts.`);
  const faults = unique(rows.map(({ fault }) => fault));
  return faults.flatMap((fault) =>
    rows
      .filter((row) => row.fault === fault)
      .sort((one, other) => places.indexOf(one.at) - places.indexOf(other.at)),
  );
}

/** Faults down, places across. */
function toMatrix(rows: readonly Row[]): string {
  const own = places.filter((at) => rows.some((row) => row.at === at));
  const faults = unique(rows.map(({ fault }) => fault));
  const toCell = (fault: string, at: string) => {
    const row = rows.find((one) => one.fault === fault && one.at === at);
    return row ? row.held.map((engine) => letters[engine]).join(' ') || '–' : '';
  };
  const lines = faults.map((fault) => [fault, ...own.map((at) => toCell(fault, at))]);
  return toTable([['fault', ...own], ...lines]);
}

/** What the cards say, the places together where they say the same; and why a cell was not tried everywhere. */
function toSaid(rows: readonly Row[]): readonly string[] {
  const said = unique(rows.map(({ fault, words, because }) => JSON.stringify([fault, words, because])))
    .map((key) => JSON.parse(key) as [string, string, string])
    .map(([fault, words, because]) => {
      const own = rows.filter((row) => row.fault === fault && row.words === words && row.because === because);
      return [fault, own.map(({ at }) => at).join(', '), words, because];
    });
  return [toTable([['fault', 'where', 'what is said', 'not tried elsewhere, because'], ...said])];
}

function parseGroup(text: string): readonly Row[] {
  const title = text.split('\n')[0]?.trim();
  const group = groups.find((one) => groupTitles[one] === title);
  if (group === undefined) throw new Error(`${paper.name} has cells under “${title}”, which is no group.`);
  const [matrix = '', said = ''] = text.split(/\n(?=\| fault +\| where)/);
  const [[, ...columns] = [], ...lines] = parseTable(matrix);
  const [, ...sayings] = parseTable(said);
  return lines.flatMap(([fault = '', ...cells]) =>
    columns.flatMap((at, index) => {
      const cell = cells[index] ?? '';
      if (cell === '') return [];
      const saying = sayings.find(([one, where]) => one === fault && where?.split(', ').includes(at));
      const held = engineNames.filter((engine) => cell.split(' ').includes(letters[engine]));
      return [{ group, fault, at, held, words: saying?.[2] ?? '', because: saying?.[3] ?? '' }];
    }),
  );
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
