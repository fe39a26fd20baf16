import { isFinal, type KeptSend } from './stored-transaction.ts';

const dayMs = 86_400_000;
const daysAfterEnd = 7;
const daysWithoutEnd = 60;
const mostKept = 50;

/**
 * The ids of the sends that need not be kept any more: those of which no wallet was asked, old ones, and the oldest where
 * there are many, those without an end last. `held` are being asked for now.
 */
export function listOutdated(
  kept: readonly KeptSend[],
  now: number,
  held: ReadonlySet<string>,
): readonly string[] {
  const isOver = (send: KeptSend) => isUnasked(send) || isOld(send, now);
  const over = kept.filter((send) => !held.has(send.id) && isOver(send));
  const left = kept.filter((send) => !over.includes(send)).sort(byWorth);
  return [...over, ...left.slice(mostKept)].map(({ id }) => id);
}

/** The page ended before its remote had noted anything, so before the wallet was asked. */
function isUnasked({ notes, note, transaction }: KeptSend): boolean {
  return notes && note === undefined && transaction === undefined;
}

function isOld({ outcome, at, learnedAt }: KeptSend, now: number): boolean {
  return isFinal(outcome) ? now - learnedAt > daysAfterEnd * dayMs : now - at > daysWithoutEnd * dayMs;
}

function byWorth(one: KeptSend, other: KeptSend): number {
  return Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)) || other.at - one.at;
}
