import { CommandError } from '../command-error.ts';
import type { Before } from '../documents/before.ts';
import { findBefore } from '../documents/find-before.ts';
import { type Former, readHistory } from '../documents/history.ts';
import { findLiveBefore } from '../documents/live-before.ts';
import { manifestIdOf } from '../documents/manifest-id.ts';
import { refusalOfStated } from '../documents/refusal-of-stated.ts';
import type { StoredEntry } from '../store/store.ts';
import { findNeedlessFiles } from './find-needless-files.ts';
import { findNeedlessHistory } from './judge-history.ts';
import { judgeRelease, type Verdict } from './judge-release.ts';
import { listStored, type StoredRelease } from './stored-release.ts';

/** What is to be removed of a remote, and what stays. */
export interface PrunePlan {
  readonly verdicts: readonly Verdict[];
  /** Files that releases had together, and that none needs any more. */
  readonly files: readonly StoredEntry[];
  /** Former live documents that nothing needs any more. */
  readonly history: readonly Former[];
}

/** Judges every release and former live document of a remote. Nothing is removed. Rejects with `release/malformed`. */
export async function planPrune(
  before: Before,
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
  const verdicts = stored.releases.map((release) => judgeRelease(release, retention));
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
async function findWaysBack(before: Before, history: readonly Former[]): Promise<readonly string[]> {
  const former = findLiveBefore(history, before.now?.live.releases ?? []).filter(
    (one) => refusalOfStated(before.root, one) === undefined,
  );
  const ids = former.map(({ manifest }) => manifestIdOf(manifest));
  try {
    return [...ids, (await findBefore(before)).id];
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
