import type { Clock } from '../clock.ts';
import { StoreError } from '../error.ts';

/** How long to wait before each further try. */
export const pausesMs: readonly number[] = [250, 1_000];

/** Whether the same request may succeed a moment later. */
export function mayPass(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'store/unreachable';
}

/** Repeats what may be repeated without harm, while the storage cannot be reached. */
export async function tryAgain<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await clock.pause(pauseMs);
    }
  }
  return work();
}
