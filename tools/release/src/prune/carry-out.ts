import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import type { Verdict } from './judge-release.ts';
import type { PrunePlan } from './plan-prune.ts';
import { removeFiles } from './remove-files.ts';
import { isLive, removeRelease } from './remove-release.ts';

/**
 * Removes what a plan says; answers the plan as it was carried out. Rejects with `command/pruned-live` where a
 * release was promoted in the very moment in which it was removed.
 */
export async function carryOut(
  { verdicts, files, history }: PrunePlan,
  { store, remote, progress }: { readonly store: Store; readonly remote: string } & Pick<Means, 'progress'>,
): Promise<PrunePlan> {
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
  if (files.length > 0) progress(`Removing files of ${remote} that no release needs any more`);
  const gone = await removeFiles(store, remote, files);
  for (const { path } of history) await store.remove(path);
  return { verdicts: done, files: gone, history };
}
