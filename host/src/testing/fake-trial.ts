import type { Trial } from '../releases/probation.ts';

/** A trial that keeps nothing. */
export function createFakeTrial(): Trial {
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
