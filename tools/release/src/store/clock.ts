import { setTimeout } from 'node:timers/promises';

/** Time, as a store needs it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  pause(delayMs: number): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  pause: async (delayMs) => {
    await setTimeout(delayMs);
  },
};
