import { nameMeasure, unitOf } from '../measures.ts';
import { nameSubject, sortSubjects } from '../subjects.ts';
import { toText } from '../to-text.ts';
import type { Comparison } from './compare.ts';
import { type Column, toTable } from './to-table.ts';

const none = '–';

/** A row for each measure of a visit, a column for each subject: median, and in brackets the ratio to the floor. */
export function toVisitTable(compared: readonly Comparison[]): string {
  const subjects = sortSubjects(compared.flatMap(({ cells }) => cells.map(({ subject }) => subject)));
  const columns = [{ head: 'median' }, ...subjects.map((subject) => toNumbers(nameSubject(subject)))];
  const lines = compared.map((row) => [
    nameMeasure(row.measure),
    ...subjects.map((subject) => toCell(row, subject)),
  ]);
  return toTable(columns, lines);
}

/** The head of a column of numbers. */
export function toNumbers(head: string): Column {
  return { head, isNumber: true };
}

/** A subject's median of a measure, and in brackets its ratio to the base where it has one; a dash where it has none. */
export function toCell({ measure, cells }: Comparison, subject: string): string {
  const cell = cells.find((one) => one.subject === subject);
  if (cell === undefined) return none;
  const text = toText(cell.median, unitOf(measure));
  return cell.toBase === undefined ? text : `${text} (${toText(cell.toBase, 'ratio')})`;
}
