import { field } from '@linkspan/contract';

/** What is known of a send before its wallet is asked, and of its nonce once the wallet has answered. */
export interface Note {
  /** The chain's height. */
  readonly block: number;
  /** How many transactions of the account the chain had: the least nonce that the send can have. */
  readonly count: number;
  readonly nonce?: number;
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote's, or of a release of it; undefined where it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  try {
    const given: unknown = JSON.parse(text ?? '');
    const [block, count, nonce] = ['block', 'count', 'nonce'].map((key) => field(given, key));
    if (!isCount(block) || !isCount(count)) return undefined;
    return { block, count, ...(isCount(nonce) && { nonce }) };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
