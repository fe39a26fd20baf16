import type { LivePayload } from '@linkspan/trust';
import { manifestIdOf } from '../documents/manifest-id.ts';

/**
 * When a release was last live, in milliseconds since 1970: when the first document without it was issued after the
 * last one with it. `Infinity` where it still is, undefined where it never was. `documents` are oldest first and end with
 * what is live. One that is missing between them may have had any release, so the release counts as live in it.
 */
export function lastLiveAt(id: string, documents: readonly LivePayload[]): number | undefined {
  let lastAt: number | undefined;
  for (const [index, document] of documents.entries()) {
    const before = documents[index - 1];
    const isGap = document.version !== (before?.version ?? 0) + 1;
    const wasLive = isGap || (before !== undefined && has(before, id));
    if (wasLive && !has(document, id)) lastAt = Date.parse(document.issuedAt);
  }
  const newest = documents.at(-1);
  return newest !== undefined && has(newest, id) ? Number.POSITIVE_INFINITY : lastAt;
}

function has({ releases }: LivePayload, id: string): boolean {
  return releases.some(({ manifest }) => manifestIdOf(manifest) === id);
}
