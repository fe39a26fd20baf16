/** The promise's outcome, or `late()` once the time has passed, in milliseconds of the page's own timers. */
export function within<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    // In a promise of its own, so that what `late` throws rejects too.
    const timer = setTimeout(() => void Promise.resolve().then(late).then(reject, reject), timeMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
