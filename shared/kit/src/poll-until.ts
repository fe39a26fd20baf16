/** How long to pause after the first look, and at most; and what ends it. */
export interface Pauses {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly signal: AbortSignal;
}

/**
 * Looks until there is something to see, ever more rarely: each pause is twice the one before. `look` is told how
 * long the pause before it was, in milliseconds. Rejects as it does; never settles once the signal has aborted.
 */
export async function pollUntil<Found>(
  look: (pausedMs: number) => Promise<Found | undefined>,
  { firstMs, mostMs, signal }: Pauses,
): Promise<Found> {
  let pausedMs = 0;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, mostMs)) {
    const found = await look(pausedMs);
    if (found !== undefined && !signal.aborted) return found;
    await pause(pauseMs, signal);
    pausedMs = pauseMs;
  }
}

function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
