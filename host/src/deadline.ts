/** The promise's outcome, or `late()`, or what that throws, once the deadline has passed. */
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

/** What `run` comes to, or `late()` once the deadline has passed; the signal that it was given is aborted then. */
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
