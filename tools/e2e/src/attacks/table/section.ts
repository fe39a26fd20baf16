import { withSection as inPaper, type Paper, readSection } from '../../table/paper.ts';
import { parseTable, toTable } from '../../table/to-table.ts';
import type { Group } from '../attack.ts';
import type { Became } from './results.ts';
import { columns, groupTitles, type Row } from './row.ts';

const paper: Paper = {
  name: 'docs/evidence/attacks.md',
  begin: '<!-- attacks: written by `npm run security-table` from what a run of the tests has found -->',
  end: '<!-- attacks end -->',
};

/** What stands between the two markers of docs/evidence/attacks.md: a count, and a table for each group. */
export function toSection(rows: readonly Row[]): string {
  const parts = groupsOf(rows).map((group) => {
    const own = rows.filter((row) => row.group === group);
    return `### ${groupTitles[group]}\n\n${toAttackTable(own)}`;
  });
  return [toCount(rows), ...parts].join('\n\n');
}

/** The paper with this section in the place of what stood between its markers. Throws where it has no markers. */
export function withSection(text: string, section: string): string {
  return inPaper(paper, text, section);
}

/** The rows that stand between the markers of a paper. */
export function parseRows(text: string): readonly Row[] {
  return readSection(paper, text)
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => {
      const [title = ''] = part.split('\n');
      const group = groupsOf().find((one) => groupTitles[one] === title.trim());
      if (group === undefined)
        throw new Error(`docs/evidence/attacks.md has attacks under “${title}”, which is no group.`);
      const [, ...cells] = parseTable(part);
      return cells.map((own) => parseRow(group, own));
    });
}

/** Whether what stands between the markers is what is written of these rows, or somebody has changed it by hand. */
export function isAsWritten(text: string): boolean {
  return withSection(text, toSection(parseRows(text))) === text;
}

function parseRow(group: Group, [attack = '', ending = '', ...became]: readonly string[]): Row {
  const toBecame = (word = '') => (word === wordFor(group, 'stopped') ? 'stopped' : (word as Became));
  const cells = Object.fromEntries(columns.map((engine, at) => [engine, toBecame(became[at])]));
  return { group, attack, ending, cells: cells as Row['cells'] };
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

function toAttackTable(rows: readonly Row[]): string {
  const toCells = ({ group, attack, ending, cells }: Row) => [
    attack,
    ending,
    ...columns.map((engine) => wordFor(group, cells[engine])),
  ];
  return toTable([['attack', 'what happens', ...columns], ...rows.map(toCells)]);
}

/** What code that was properly signed does is not stopped: what the row says of it was so. */
function wordFor(group: Group, became: Became): string {
  return group === 'powers' && became === 'stopped' ? 'held' : became;
}
