/** A part of a paper between two markers, which a command writes. */
export interface Paper {
  /** Its path, for sentences about it. */
  readonly name: string;
  readonly begin: string;
  readonly end: string;
}

/** The part of a text between the paper's markers. Throws a sentence where it has not exactly one. */
export function readSection(paper: Paper, text: string): string {
  return split(paper, text)[1];
}

/** The text with this section in the place of what stood between the markers. */
export function withSection(paper: Paper, text: string, section: string): string {
  const [before, , after] = split(paper, text);
  return `${before}${paper.begin}\n\n${section}\n\n${paper.end}${after}`;
}

function split({ name, begin, end }: Paper, text: string): readonly [string, string, string] {
  const [before, rest = '', ...more] = text.split(begin);
  const [section, after] = rest.split(end);
  if (before === undefined || section === undefined || after === undefined || more.length > 0)
    throw new Error(`${name} has not exactly one “${begin}” and an “${end}” after it.`);
  return [before, section, after];
}
