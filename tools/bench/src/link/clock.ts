import { performance } from 'node:perf_hooks';

/** Time that only rises, in milliseconds, and something to be woken by. */
export interface Clock {
  now(): number;
  /** Runs something once, about so many milliseconds from now. Returns how to call that off. */
  after(ms: number, run: () => void): () => void;
}

/** The time of this process. Its timers are late by up to about a millisecond, and by more on a busy machine. */
export const processClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
