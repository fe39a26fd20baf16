import { hasCode } from '@linkspan/contract';

/**
 * Whether the visitor's clock is to be suspected and not the teams: several documents are out of their time, and none
 * is in it. One entry per remote: what its document was refused with, or undefined. One that has not come, or is no
 * document, says nothing of the time. The page then says `release/clock` of those that are out of it.
 */
export function isClockSuspect(refusals: readonly unknown[]): boolean {
  const telling = refusals.filter(
    (refusal) => !hasCode(refusal, 'release/unreachable') && !hasCode(refusal, 'release/malformed'),
  );
  return telling.length > 1 && telling.every(isOutOfTime);
}

/** Whether a document was refused for its time, by the visitor's clock. */
export function isOutOfTime(refusal: unknown): boolean {
  return hasCode(refusal, 'release/expired') || hasCode(refusal, 'release/expires-too-late');
}
