import type { Former } from '../documents/history.ts';
import { dayMs } from '../documents/instant.ts';
import { manifestIdOf } from '../documents/manifest-id.ts';

/**
 * The former live documents that nothing needs any more: they were replaced longer ago than twice the retention, and a
 * rollback does not learn its way back from them. `history` is oldest first, `replacedLast` is when the newest of them
 * was replaced, all in milliseconds since 1970.
 */
export function findNeedlessHistory(
  history: readonly Former[],
  needs: {
    readonly now: number;
    readonly retentionDays: number;
    readonly replacedLast: number;
    readonly waysBack: readonly string[];
  },
): readonly Former[] {
  const { now, retentionDays, replacedLast, waysBack } = needs;
  const before = now - 2 * retentionDays * dayMs;
  const tells = new Set(waysBack.map((id) => history.findLast((one) => isNaming(one, id))));
  return history.filter((one, index) => {
    const next = history[index + 1];
    const replacedAt = next === undefined ? replacedLast : Date.parse(next.live.issuedAt);
    return replacedAt < before && !tells.has(one);
  });
}

function isNaming({ live }: Former, id: string): boolean {
  return live.releases.some(({ manifest }) => manifestIdOf(manifest) === id);
}
