/** The promise's outcome; or once the deadline has passed, the rejection `late()`. */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  deadlineMs: number,
  late: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadlineMs);
  }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([promise, passed]);
  } finally {
    clearTimeout(timer);
  }
}

/** The outcome of `run`, or the rejection `late()` once the deadline has passed; its signal is aborted then. */
export function runWithin<Value>(
  deadlineMs: number,
  run: (signal: AbortSignal) => Promise<Value>,
  late: () => Error,
): Promise<Value> {
  const control = new AbortController();
  return withDeadline(run(control.signal), deadlineMs, () => {
    control.abort();
    return late();
  });
}

/** A promise with both its ends. Its rejection need not be handled. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** A promise to be settled from outside: `Promise.withResolvers`, which Node 20 does not have. */
export function createDeferred<Value>(): Deferred<Value> {
  let ends: Pick<Deferred<Value>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    ends = { resolve, reject };
  });
  promise.catch(() => undefined);
  return { promise, ...(ends as NonNullable<typeof ends>) };
}

/** The promise's outcome; as soon as the signal is aborted, a rejection with its reason. */
export async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { signal: settled.signal });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    settled.abort();
  }
}

/** Calls repeatedly; returns a function that ends it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/** A promise that is made at the first call, and again after a failure. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
