/** Lines of cells, the first of them the head, as a table of Markdown whose columns line up. No cell has a bar. */
export function toTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(3, ...lines.map((cells) => cells[at]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n');
}

/** The lines of the tables in a text, without what is between head and body: the head comes with each table. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map(toCells).filter((cells) => !cells.every((cell) => /^-+$/.test(cell)));
}

function toCells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
