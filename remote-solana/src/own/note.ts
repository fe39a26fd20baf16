import { field } from '@linkspan/kit/field';

/** What is known of a send before its wallet is asked: within which blocks it can land. */
export interface Note {
  /** The slot at which the blockhash was read. */
  readonly slot: number;
  readonly blockhash: string;
  /** The height of the last block that can hold it. */
  readonly lastHeight: number;
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote's, or of another release of it; undefined where it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  try {
    const given: unknown = JSON.parse(text ?? '');
    const [slot, blockhash, lastHeight] = ['slot', 'blockhash', 'lastHeight'].map((key) => field(given, key));
    if (!isCount(slot) || !isCount(lastHeight) || typeof blockhash !== 'string') return undefined;
    return { slot, blockhash, lastHeight };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
