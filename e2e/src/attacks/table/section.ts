import type { Group } from '../attack.ts';
import type { Became } from './results.ts';
import { columns, groupTitles, type Row } from './row.ts';

const begin = '<!-- attacks: written by `npm run security-table` from what a run of the tests has found -->';
const end = '<!-- attacks end -->';

/** What stands between the two markers of SECURITY.md: a count, and a table for each group. */
export function toSection(rows: readonly Row[]): string {
  const parts = groupsOf(rows).map((group) => {
    const own = rows.filter((row) => row.group === group);
    return `### ${groupTitles[group]}\n\n${toTable(own)}`;
  });
  return [toCount(rows), ...parts].join('\n\n');
}

/** The paper with this section in the place of what stood between its markers. Throws where it has no markers. */
export function withSection(paper: string, section: string): string {
  const [before, , after] = split(paper);
  return `${before}${begin}\n\n${section}\n\n${end}${after}`;
}

/** The rows that stand between the markers of a paper. */
export function parseRows(paper: string): readonly Row[] {
  const [, section] = split(paper);
  return section
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => {
      const [title = '', ...lines] = part.split('\n');
      const group = groupsOf().find((one) => groupTitles[one] === title.trim());
      if (group === undefined)
        throw new Error(`SECURITY.md has attacks under “${title}”, which is no group.`);
      const [, , ...cells] = lines.filter((line) => line.startsWith('|')).map(toCells);
      return cells.map((own) => parseRow(group, own));
    });
}

/** Whether what stands between the markers is what is written of these rows, or somebody has changed it by hand. */
export function isAsWritten(paper: string): boolean {
  return withSection(paper, toSection(parseRows(paper))) === paper;
}

function parseRow(group: Group, [attack = '', ending = '', ...became]: readonly string[]): Row {
  const toBecame = (word = '') => (word === wordFor(group, 'stopped') ? 'stopped' : (word as Became));
  const cells = Object.fromEntries(columns.map((engine, at) => [engine, toBecame(became[at])]));
  return { group, attack, ending, cells: cells as Row['cells'] };
}

function split(paper: string): readonly [string, string, string] {
  const [before, rest = '', ...more] = paper.split(begin);
  const [section, after] = rest.split(end);
  if (before === undefined || section === undefined || after === undefined || more.length > 0)
    throw new Error(`SECURITY.md has not exactly one “${begin}” and an “${end}” after it.`);
  return [before, section, after];
}

/** The groups, or those that have rows. */
function groupsOf(rows?: readonly Row[]): readonly Group[] {
  const groups = Object.keys(groupTitles) as Group[];
  return rows === undefined ? groups : groups.filter((group) => rows.some((row) => row.group === group));
}

function toCount(rows: readonly Row[]): string {
  const stopped = columns.map((engine) => {
    const count = rows.filter(({ cells }) => cells[engine] === 'stopped').length;
    return `${count} in ${engine}`;
  });
  return `${rows.length} attacks. Stopped, or held to what their row says: ${stopped.join(', ')}.`;
}

function toTable(rows: readonly Row[]): string {
  const lines = [
    ['attack', 'what happens', ...columns],
    ...rows.map(({ group, attack, ending, cells }) => [
      attack,
      ending,
      ...columns.map((engine) => wordFor(group, cells[engine])),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n');
}

/** What code that was properly signed does is not stopped: what the row says of it was so. */
function wordFor(group: Group, became: Became): string {
  return group === 'powers' && became === 'stopped' ? 'held' : became;
}

/** The cells of a line. Nothing in them has a bar. */
function toCells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
