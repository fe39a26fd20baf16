/** Timers whose time passes when a test says so. */
export interface Timers {
  readonly set: (run: () => void, ms?: number) => number;
  readonly clear: (timer: number | undefined) => void;
  now(): number;
  /** Runs what comes due in this many milliseconds, in its order; `between` each. */
  pass(ms: number, between: () => Promise<void>): Promise<void>;
}

export function createTimers(): Timers {
  const waiting = new Map<number, { readonly dueAt: number; readonly run: () => void }>();
  let now = 0;
  let last = 0;
  const next = (until: number) =>
    [...waiting].filter(([, { dueAt }]) => dueAt <= until).sort(([, a], [, b]) => a.dueAt - b.dueAt)[0];
  return {
    now: () => now,
    set(run, ms = 0) {
      last += 1;
      waiting.set(last, { dueAt: now + ms, run });
      return last;
    },
    clear: (timer) => void waiting.delete(timer ?? 0),
    async pass(ms, between) {
      const until = now + ms;
      for (let due = next(until); due; due = next(until)) {
        const [timer, { dueAt, run }] = due;
        waiting.delete(timer);
        now = Math.max(now, dueAt);
        run();
        await between();
      }
      now = until;
    },
  };
}
