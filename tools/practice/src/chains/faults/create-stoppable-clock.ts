import type { NetworkFaults } from './network-faults.ts';

/** A clock, in milliseconds since 1970, that stands while its network makes no blocks, and is behind by that afterwards. */
export function createStoppableClock(now: () => number, faults: NetworkFaults): () => number {
  let behindMs = 0;
  let stoppedAt: number | undefined;
  faults.listen(({ stopsBlocks }) => {
    if (stopsBlocks) stoppedAt ??= now();
    else if (stoppedAt !== undefined) {
      behindMs += now() - stoppedAt;
      stoppedAt = undefined;
    }
  });
  return () => (stoppedAt ?? now()) - behindMs;
}
