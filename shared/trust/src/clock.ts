import { hasCode } from '@linkspan/contract';

/**
 * Whether the visitor's clock is to be suspected and not the teams: there are several remotes, and the time is wrong
 * for every one of them. One entry per remote: what its document was refused with, or undefined. The page then
 * says `release/clock`.
 */
export function isClockSuspect(refusals: readonly unknown[]): boolean {
  const isOfTime = (refusal: unknown) =>
    hasCode(refusal, 'release/expired') || hasCode(refusal, 'release/expires-too-late');
  return refusals.length > 1 && refusals.every(isOfTime);
}
