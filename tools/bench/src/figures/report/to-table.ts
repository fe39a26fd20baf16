/** A column of a table: its head, and whether its cells are numbers, which end at one line. */
export interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
}

/** Lines of cells as a table of Markdown whose columns line up. A bar within a cell stays one. */
export function toTable(columns: readonly Column[], lines: readonly (readonly string[])[]): string {
  const all = [columns.map(({ head }) => head), ...lines].map((cells) => cells.map(escapeBars));
  const widths = columns.map((_, at) => Math.max(3, ...all.map((cells) => cells[at]?.length ?? 0)));
  const pad = (cell: string, at: number) =>
    columns[at]?.isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  const toLine = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = columns.map(({ isNumber }, at) => toRule(widths[at] ?? 0, isNumber === true));
  const [head = [], ...body] = all;
  return [toLine(head), toLine(rule), ...body.map(toLine)].join('\n');
}

function toRule(width: number, isNumber: boolean): string {
  return isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
}

function escapeBars(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
