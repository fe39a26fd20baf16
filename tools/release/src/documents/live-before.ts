import type { Former } from './history.ts';
import type { LiveReleases } from './live-now.ts';
import { manifestIdOf } from './manifest-id.ts';

/**
 * The releases that visitors had before those that are live now, of the newest former document that names such:
 * where a rollback leads to. None, where nothing else was ever live. `history` is oldest first.
 */
export function findLiveBefore(history: readonly Former[], now: LiveReleases): LiveReleases {
  const ids = now.map(({ manifest }) => manifestIdOf(manifest));
  const isOther = ({ share, manifest }: LiveReleases[number]) =>
    share > 0 && !ids.includes(manifestIdOf(manifest));
  const before = history.findLast(({ live }) => live.releases.some(isOther));
  return before?.live.releases.filter(isOther) ?? [];
}
