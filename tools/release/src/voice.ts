import type { Means } from './means.ts';

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
