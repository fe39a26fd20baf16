import type { BuiltRelease } from './built-release.ts';

/** Where a pattern was met. */
export interface Found {
  readonly file: string;
  /** What it matched, on one line, cut where it is long. */
  readonly excerpt: string;
}

const mostCharacters = 60;

/** The first place in the files that a pattern matches. */
export function findInTexts({ contents }: BuiltRelease, pattern: RegExp): Found | undefined {
  for (const [file, bytes] of contents) {
    const [match] = pattern.exec(new TextDecoder().decode(bytes)) ?? [];
    if (match !== undefined) return { file, excerpt: match.replace(/\s+/g, ' ').slice(0, mostCharacters) };
  }
  return undefined;
}
