import type { Probation } from '../releases/probation.ts';

/** A probation that keeps nothing. */
export function createFakeProbation(): Probation {
  return {
    isSuspect: false,
    begin: () => () => undefined,
    fail: () => undefined,
    list: () => undefined,
    work: () => undefined,
    see: () => undefined,
    forgive: () => undefined,
  };
}
