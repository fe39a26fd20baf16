/** The promise's outcome, or `late()` once the deadline has passed. */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  deadlineMs: number,
  late: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), deadlineMs);
  });
  try {
    return await Promise.race([promise, passed]);
  } finally {
    clearTimeout(timer);
  }
}
