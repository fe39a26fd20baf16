import type { LivePayload } from '@linkspan/trust';
import { dayMs, toInstant } from '../documents/instant.ts';
import { lastLiveAt } from './last-live.ts';
import type { StoredRelease } from './stored-release.ts';

/** Whether a release stays, and why. */
export interface Verdict {
  readonly release: StoredRelease;
  readonly isKept: boolean;
  /** For people, such as `last live 2026-09-01T12:00:00Z`. */
  readonly reason: string;
  /** ISO 8601: until when an open page may need it, where that is why it stays. */
  readonly until?: string;
}

/** By what releases are judged. */
export interface Retention {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly retentionDays: number;
  /** Former live documents, oldest first, and the present one. */
  readonly documents: readonly LivePayload[];
  /** Ids of the releases that a rollback would lead to. */
  readonly waysBack: readonly string[];
  /** Id of the published release with the highest sequence. */
  readonly newest: string | undefined;
}

/**
 * Whether a release stays. A page that was loaded while it was live may be open for as long as the retention is; a
 * release that was never live counts from its publication, one without a manifest from its last file. The newest
 * one, if it was ever live, stays: the next must rise above it, so that no version that a browser may have kept files of
 * is given to other bytes.
 */
export function judgeRelease(release: StoredRelease, retention: Retention): Verdict {
  if (release.kind === 'unreadable') return { release, isKept: true, reason: 'its manifest cannot be read' };
  if (release.kind === 'unfinished') return judgeAge(release, release.writtenAt, 'never finished', retention);
  const { id, publishedAt } = release;
  const lastAt = lastLiveAt(id, retention.documents);
  if (lastAt === Number.POSITIVE_INFINITY) return { release, isKept: true, reason: 'live' };
  if (retention.waysBack.includes(id)) return { release, isKept: true, reason: 'a rollback leads to it' };
  // What was published after a document that is missing cannot have been in it.
  if (lastAt === undefined || lastAt <= publishedAt)
    return judgeAge(release, publishedAt, 'never live, published', retention);
  if (id === retention.newest)
    return { release, isKept: true, reason: 'the newest: the next rises above it' };
  return judgeAge(release, lastAt, 'last live', retention);
}

function judgeAge(
  release: StoredRelease,
  at: number,
  what: string,
  { now, retentionDays }: Retention,
): Verdict {
  const end = at + retentionDays * dayMs;
  const isKept = end > now;
  return { release, isKept, reason: `${what} ${toInstant(at)}`, ...(isKept && { until: toInstant(end) }) };
}
