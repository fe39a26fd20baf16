import { nameMeasure, unitOf } from '../measures.ts';
import { nameSubject, sortSubjects } from '../subjects.ts';
import { toText } from '../to-text.ts';
import type { Comparison } from './compare.ts';
import type { Connect } from './compare-connects.ts';
import { type Column, toTable } from './to-table.ts';

const none = '–';

/** A row for each measure of the first visit, a column for each subject: median, and in brackets the ratio to the floor. */
export function toColdTable(cold: readonly Comparison[]): string {
  const subjects = sortSubjects(cold.flatMap(({ cells }) => cells.map(({ subject }) => subject)));
  const columns = [{ head: 'median' }, ...subjects.map((subject) => toNumbers(nameSubject(subject)))];
  const lines = cold.map((row) => [
    nameMeasure(row.measure),
    ...subjects.map((subject) => toCell(row, subject)),
  ]);
  return toTable(columns, lines);
}

/** A row for each family: how the single build and the shell connect its wallet. */
export function toConnectTable(connects: readonly Connect[]): string {
  const columns = [
    { head: 'family' },
    ...['time, one build', 'time, shell', 'JS, one build', 'JS, shell'].map(toNumbers),
  ];
  const lines = connects.map(({ family, time, size }) => [
    family,
    ...[time, size].flatMap((row) => [toCell(row, 'single'), toCell(row, 'shell')]),
  ]);
  return toTable(columns, lines);
}

function toNumbers(head: string): Column {
  return { head, isNumber: true };
}

function toCell({ measure, cells }: Comparison, subject: string): string {
  const cell = cells.find((one) => one.subject === subject);
  if (cell === undefined) return none;
  const text = toText(cell.median, unitOf(measure));
  return cell.toBase === undefined ? text : `${text} (${toText(cell.toBase, 'ratio')})`;
}
