/** The promise's outcome, or `late()` once the time has passed, in milliseconds of the page's own timers. */
export function within<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), timeMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
