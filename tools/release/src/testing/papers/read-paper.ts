import { readFileSync } from 'node:fs';

/** A fenced block of a paper: the words after its fence, and its text. */
export interface Block {
  /** Such as `sh` or `text`. */
  readonly kind: string;
  /** What else stands after the fence. */
  readonly tags: readonly string[];
  readonly text: string;
  /** The heading that it stands under. */
  readonly heading: string;
}

/** The text of a paper in `docs`. */
export function readPaper(name: string): string {
  return readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8');
}

/** Every fenced block of a paper in order, also those inside of lists, whose indent is taken away. */
export function blocksOf(paper: string): readonly Block[] {
  const found = paper.matchAll(/^(#+) (.+)$|^( *)```(\w+)(.*)\n([\s\S]*?)^ *```$/gm);
  let heading = '';
  return [...found].flatMap(([, level, title, indent = '', kind = '', tags = '', text = '']) => {
    if (level !== undefined) {
      heading = title ?? '';
      return [];
    }
    const words = tags.split(' ').filter((word) => word !== '');
    return [{ kind, tags: words, text: text.replace(new RegExp(`^${indent}`, 'gm'), ''), heading }];
  });
}

/** The text under a heading, up to the next one of its level or above. */
export function sectionOf(paper: string, title: string): string {
  const [, level = '#'] = new RegExp(`^(#+) ${title}$`, 'm').exec(paper) ?? [];
  const [, after = ''] = paper.split(new RegExp(`^${level} ${title}$`, 'm'));
  return after.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}

/** The cells of the first table in a text, without its head. */
export function tableOf(text: string): readonly (readonly string[])[] {
  const [table = ''] = /^\|.*\n\| ?-.*\n(\|.*\n?)+/m.exec(text) ?? [];
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** What stands in backticks in a text. */
export function namedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}
