import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import type { Verdict } from './judge-release.ts';
import type { PrunePlan } from './plan-prune.ts';
import { isLive, removeRelease } from './remove-release.ts';

/**
 * Removes what a plan says; answers the verdicts as they were carried out. Rejects with `command/pruned-live` where a
 * release was promoted in the very moment in which it was removed.
 */
export async function carryOut(
  { verdicts, history }: PrunePlan,
  { store, remote, progress }: { readonly store: Store; readonly remote: string } & Pick<Means, 'progress'>,
): Promise<readonly Verdict[]> {
  const done: Verdict[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    const { release, isKept } = verdict;
    if (!isKept) progress(`Removing ${remote} ${release.version}, ${index + 1} of ${verdicts.length}`);
    const isLeft = !isKept && !(await removeRelease(store, remote, release));
    done.push(isLeft ? { release, isKept: true, reason: 'somebody has just taken it up' } : verdict);
  }
  for (const { release, isKept } of done)
    if (!isKept && (await isLive(store, remote, release)))
      throw new CommandError('command/pruned-live', { remote, version: release.version });
  for (const { path } of history) await store.remove(path);
  return done;
}
