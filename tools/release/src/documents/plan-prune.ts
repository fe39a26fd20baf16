import type { LivePayload, Manifest } from '@linkspan/trust';
import { CommandError } from '../errors.ts';
import type { StoredEntry } from '../store/store.ts';
import { dayMs, toInstant } from '../time.ts';
import { findPreviouslyLive, findRollbackTarget, type PreviousLive, readHistory } from './history.ts';
import { type CurrentState, manifestIdOf, manifestOf } from './live.ts';
import { refusalOfStated } from './refusals.ts';
import { listNeeded, listStored, type StoredFolders, type StoredRelease } from './stored-releases.ts';

/** What is to be removed of a remote, and what stays. */
export interface PrunePlan {
  readonly verdicts: readonly Verdict[];
  /** Files that releases had together, and that none needs any more. */
  readonly files: readonly StoredEntry[];
  /** Previous live documents that nothing needs any more. */
  readonly history: readonly PreviousLive[];
}

/** Judges every release and previous live document of a remote. Nothing is removed. Rejects with `release/malformed`. */
export async function planPrune(
  before: CurrentState,
  { now, retentionDays }: { readonly now: number; readonly retentionDays: number },
): Promise<PrunePlan> {
  const { store, root } = before;
  const live = before.now?.live;
  // A writer that was cut off has kept the document that is still live.
  const all = await readHistory(store, root.remote);
  const history = all.filter((one) => one.live.version < (live?.version ?? Number.POSITIVE_INFINITY));
  const waysBack = await findWaysBack(before, history);
  const stored = await listStored(store, root.remote);
  const documents = [...history.map((one) => one.live), ...(live ? [live] : [])];
  const retention = { now, retentionDays, documents, waysBack, newest: findNewest(stored.releases) };
  const verdicts = stored.releases.map((release) => decideRetention(release, retention));
  return {
    verdicts,
    files: findNeedlessFiles(stored, verdicts, { remote: root.remote, live, now, retentionDays }),
    history: findNeedlessHistory(history, {
      now,
      retentionDays,
      replacedLast: live === undefined ? now : Date.parse(live.issuedAt),
      waysBack,
    }),
  };
}

/** The ids of what a rollback leads to, and of what was live before the present: there is always a way back. */
async function findWaysBack(
  before: CurrentState,
  history: readonly PreviousLive[],
): Promise<readonly string[]> {
  const previous = findPreviouslyLive(history, before.now?.live.releases ?? []).filter(
    (one) => refusalOfStated(before.root, one) === undefined,
  );
  const ids = previous.map(({ manifest }) => manifestIdOf(manifest));
  try {
    return [...ids, (await findRollbackTarget(before)).id];
  } catch (error) {
    if (error instanceof CommandError && isNoWay(error.code)) return ids;
    throw error;
  }
}

function isNoWay(code: string): boolean {
  return code === 'command/not-live' || code === 'command/nothing-before';
}

function findNewest(releases: readonly StoredRelease[]): string | undefined {
  const published = releases.flatMap((one) => (one.kind === 'published' ? [one] : []));
  return published.sort((one, other) => other.manifest.sequence - one.manifest.sequence)[0]?.id;
}

/** Whether a release stays, and why. */
export interface Verdict {
  readonly release: StoredRelease;
  readonly isKept: boolean;
  /** For people, such as `last live 2026-09-01T12:00:00Z`. */
  readonly reason: string;
  /** ISO 8601: until when an open page may need it, if that is why it stays. */
  readonly until?: string;
}

/** By what releases are judged. */
export interface Retention {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly retentionDays: number;
  /** Previous live documents, oldest first, and the present one. */
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
function decideRetention(release: StoredRelease, retention: Retention): Verdict {
  if (release.kind === 'unreadable') return { release, isKept: true, reason: 'its manifest cannot be read' };
  if (release.kind === 'unfinished')
    return decideByAge(release, release.writtenAt, 'never finished', retention);
  const { id, publishedAt } = release;
  const lastAt = lastLiveAt(id, retention.documents);
  if (lastAt === Number.POSITIVE_INFINITY) return { release, isKept: true, reason: 'live' };
  if (retention.waysBack.includes(id)) return { release, isKept: true, reason: 'a rollback leads to it' };
  // What was published after a document that is missing cannot have been in it.
  if (lastAt === undefined || lastAt <= publishedAt)
    return decideByAge(release, publishedAt, 'never live, published', retention);
  if (id === retention.newest)
    return { release, isKept: true, reason: 'the newest: the next rises above it' };
  return decideByAge(release, lastAt, 'last live', retention);
}

function decideByAge(
  release: StoredRelease,
  at: number,
  what: string,
  { now, retentionDays }: Retention,
): Verdict {
  const end = at + retentionDays * dayMs;
  const isKept = end > now;
  return { release, isKept, reason: `${what} ${toInstant(at)}`, ...(isKept && { until: toInstant(end) }) };
}

/**
 * When a release was last live, in milliseconds since 1970: when the first document without it was issued after the
 * last one with it. `Infinity` if it still is, undefined if it never was. `documents` are oldest first and end with
 * what is live. One that is missing between them may have had any release, so the release counts as live in it.
 */
function lastLiveAt(id: string, documents: readonly LivePayload[]): number | undefined {
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

/**
 * The previous live documents that nothing needs any more: they were replaced longer ago than twice the retention, and a
 * rollback does not learn its way back from them. `history` is oldest first, `replacedLast` is when the newest of them
 * was replaced, all in milliseconds since 1970.
 */
function findNeedlessHistory(
  history: readonly PreviousLive[],
  needs: {
    readonly now: number;
    readonly retentionDays: number;
    readonly replacedLast: number;
    readonly waysBack: readonly string[];
  },
): readonly PreviousLive[] {
  const { now, retentionDays, replacedLast, waysBack } = needs;
  const before = now - 2 * retentionDays * dayMs;
  const tells = new Set(waysBack.map((id) => history.findLast((one) => isNaming(one, id))));
  return history.filter((one, index) => {
    const next = history[index + 1];
    const replacedAt = next === undefined ? replacedLast : Date.parse(next.live.issuedAt);
    return replacedAt < before && !tells.has(one);
  });
}

function isNaming({ live }: PreviousLive, id: string): boolean {
  return live.releases.some(({ manifest }) => manifestIdOf(manifest) === id);
}

/**
 * The files that releases have together and that neither a release that stays lists nor one that is live. One that was
 * written less than the retention ago stays all the same: its release may be about to be published. Where a manifest
 * cannot be read, nobody knows what it lists, so all stay.
 */
function findNeedlessFiles(
  { files }: StoredFolders,
  verdicts: readonly Verdict[],
  needs: {
    readonly remote: string;
    readonly live: LivePayload | undefined;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly retentionDays: number;
  },
): readonly StoredEntry[] {
  if (verdicts.some(({ release }) => release.kind === 'unreadable')) return [];
  const live = needs.live?.releases.map((one) => manifestOf(one, needs.remote)) ?? [];
  const needed = listNeeded([...verdicts.flatMap(toKept), ...live]);
  const before = needs.now - needs.retentionDays * dayMs;
  return files.filter(({ path, modifiedAt }) => !needed.has(path) && Date.parse(modifiedAt) <= before);
}

function toKept({ release, isKept }: Verdict): readonly Manifest[] {
  return isKept && release.kind === 'published' ? [release.manifest] : [];
}
