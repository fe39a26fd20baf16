/** When work is repeated, and how often. */
export interface RetryPolicy {
  /** Whether a further try may succeed after this failure. */
  mayPass(error: unknown): boolean;
  /** The pause before each further try, in milliseconds. */
  readonly pausesMs: readonly number[];
  /** Waits; needed if a pause is not 0. */
  pause?(delayMs: number): Promise<unknown>;
}

/** Runs work, and runs it again as the policy says. Rejects with the failure of the last try. */
export async function retry<T>(work: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (const pauseMs of policy.pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!policy.mayPass(error)) throw error;
      await policy.pause?.(pauseMs);
    }
  }
  return work();
}

/**
 * Does work for all items, `size` of them at the same time, and returns the results in the order of the items. `onBatch`
 * gets the number of items that are done.
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
  onBatch?: (from: number) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size) {
    onBatch?.(from);
    results.push(...(await Promise.all(items.slice(from, from + size).map(work))));
  }
  return results;
}
