import { field } from '@linkspan/contract';

/** What is known of a send before its wallet is asked, and once the wallet has answered. */
export interface Note {
  /** The height of the last final block. */
  readonly height: number;
  /** The sum of the nonces of all keys of the account, as decimal digits: each transaction raises it. */
  readonly nonces: string;
  /** The height when the wallet had answered: what it sent was made before. */
  readonly answered?: number;
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote's, or of another release of it; undefined where it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  try {
    const given: unknown = JSON.parse(text ?? '');
    const [height, nonces, answered] = ['height', 'nonces', 'answered'].map((key) => field(given, key));
    if (!isHeight(height) || typeof nonces !== 'string' || !/^\d{1,78}$/.test(nonces)) return undefined;
    return { height, nonces, ...(isHeight(answered) && { answered }) };
  } catch {
    return undefined;
  }
}

function isHeight(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
