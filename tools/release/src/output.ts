import { isAbsolute, relative, sep } from 'node:path';
import type { Means } from './verb.ts';

/** Where a voice writes to, such as a terminal or a file. */
export interface Outlet {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has; 0 where it does not say. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** How the command speaks; `hush` takes away what is there of the progress. */
export interface Voice extends Pick<Means, 'progress' | 'say' | 'complain'> {
  hush(): void;
}

const emptyLine = '\r\x1b[2K';
const unprintable = /\p{Cc}+/gu;
/** What would steer the terminal, or turn a text around; a store, a page or a program may have said it. */
const steering = /(?!\r?\n|\t)[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * A voice whose progress is one line, written again and again on the terminal beside the output, and gone before
 * anything is said. Where there is no terminal, there is no progress. What is said steers no terminal.
 */
export function createVoice(out: Outlet, beside: Outlet): Voice {
  let isShown = false;
  const hush = () => {
    if (isShown) beside.write(emptyLine);
    isShown = false;
  };
  return {
    hush,
    progress(text) {
      if (beside.isTTY !== true) return;
      // A line that wraps could not be taken away again.
      const fitting = text.replace(unprintable, ' ').slice(0, (beside.columns || 80) - 1);
      beside.write(emptyLine + fitting);
      isShown = true;
    },
    say(text) {
      hush();
      out.write(`${text.replace(steering, '�')}\n`);
    },
    complain(text) {
      hush();
      beside.write(`${text.replace(steering, '�')}\n`);
    },
  };
}

/** Lines of a table, its columns as wide as they must be. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A number of bytes for people, such as `123.4 kB`. */
export function toSize(bytes: number): string {
  if (Math.abs(bytes) < 1_000) return `${bytes} bytes`;
  if (Math.abs(bytes) < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A path as people are shown it and may type it: from the folder that they are in, where it is below. */
export function toShown(path: string, folder: string): string {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? path : way;
}
