/** Work of which one piece at a time is under way. */
export interface Turns {
  /** Does a piece once those before it are settled. Settles as it does. */
  take<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Begins with nothing under way. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
