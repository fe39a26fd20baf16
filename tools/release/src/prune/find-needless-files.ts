import type { LivePayload, Manifest } from '@linkspan/trust';
import { dayMs } from '../documents/instant.ts';
import { manifestOf } from '../documents/live-now.ts';
import type { StoredEntry } from '../store/store.ts';
import type { Verdict } from './judge-release.ts';
import { listNeeded } from './list-needed.ts';
import type { StoredFolders } from './stored-release.ts';

/**
 * The files that releases have together and that neither a release that stays lists nor one that is live. One that was
 * written less than the retention ago stays all the same: its release may be about to be published. Where a manifest
 * cannot be read, nobody knows what it lists, so all stay.
 */
export function findNeedlessFiles(
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
