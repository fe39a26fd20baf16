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
