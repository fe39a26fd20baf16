import { field } from '@linkspan/contract';

/** What is known of a send before its wallet is asked, and once the wallet has answered. */
export interface Note {
  /** The slot at which the blockhash was read. */
  readonly slot: number;
  readonly blockhash: string;
  /** The height of the last block that can hold it, as it was given to the wallet. */
  readonly lastHeight: number;
  /**
   * The height of the last block that can hold what was signed before the wallet had answered: some wallets put a newer
   * blockhash in when the person approves.
   */
  readonly answered?: number;
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote's, or of another release of it; undefined where it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  try {
    const given: unknown = JSON.parse(text ?? '');
    const keys = ['slot', 'blockhash', 'lastHeight', 'answered'];
    const [slot, blockhash, lastHeight, answered] = keys.map((key) => field(given, key));
    if (!isCount(slot) || !isCount(lastHeight) || typeof blockhash !== 'string') return undefined;
    return { slot, blockhash, lastHeight, ...(isCount(answered) && { answered }) };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
