import { isAbsolute, relative, sep } from 'node:path';

/** A stream to write to, such as a terminal or a file. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has; 0 if it does not say. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** The output of the command; `clear` removes the progress line. */
export interface Output {
  /** Shows the current step to people; the next step replaces it. */
  progress(text: string): void;
  /** One or more lines for the person or the program that called. */
  say(text: string): void;
  /** The same, for failures. */
  complain(text: string): void;
  clear(): void;
}

const emptyLine = '\r\x1b[2K';
const unprintable = /\p{Cc}+/gu;
const steering = /(?!\r?\n|\t)[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Output with one progress line on the terminal, which is replaced by each step and removed before other output. Without
 * a terminal there is no progress. Control characters are replaced, so that no text steers the terminal.
 */
export function createOutput(out: OutputStream, beside: OutputStream): Output {
  let isShown = false;
  const clear = () => {
    if (isShown) beside.write(emptyLine);
    isShown = false;
  };
  return {
    clear,
    progress(text) {
      if (beside.isTTY !== true) return;
      // A line that wraps could not be taken away again.
      const fitting = text.replace(unprintable, ' ').slice(0, (beside.columns || 80) - 1);
      beside.write(emptyLine + fitting);
      isShown = true;
    },
    say(text) {
      clear();
      out.write(`${toSafeText(text)}\n`);
    },
    complain(text) {
      clear();
      beside.write(`${toSafeText(text)}\n`);
    },
  };
}

/** A text without what steers a terminal or turns text around: a store, a page or a program may have said it. */
export function toSafeText(text: string): string {
  return text.replace(steering, '�');
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

/** A path as people are shown it and may type it: from the folder that they are in, if it is below. */
export function toShown(path: string, folder: string): string {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? path : way;
}

/** The name of the command, as people type it. */
export const command = 'linkspan';
