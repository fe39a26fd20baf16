import type { InstantFamily } from './instant-family.ts';

type Times = Partial<Record<InstantFamily, number>>;

/** When each wallet was first asked for approval, and when it answered: milliseconds of `performance.now()`. */
export interface Notes {
  readonly asked: Times;
  readonly approved: Times;
}

declare global {
  /** Kept for the measuring script. */
  var instantWallets: Notes | undefined;
}

/** Empty notes, where the measuring script finds them. */
export function openNotes(): Notes {
  const notes: Notes = { asked: {}, approved: {} };
  globalThis.instantWallets = notes;
  return notes;
}
