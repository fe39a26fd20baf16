import type { FailureMark } from '../releases/failure-mark.ts';

/** A failure mark that stores nothing. */
export function createFakeFailureMark(): FailureMark {
  return {
    needsPress: false,
    during: (_, load) => load(),
    reload: () => undefined,
    fail: () => undefined,
    list: () => undefined,
    work: () => undefined,
    forgive: () => undefined,
  };
}
