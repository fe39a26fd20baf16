import { CommandError } from '../errors.ts';
import { pruneBatch } from '../limits.ts';
import { immutableHeaders, readAll, type Store, type StoredEntry } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { manifestIdOf, manifestOf, readStoredLive } from './live.ts';
import { manifestName } from './paths.ts';
import type { PrunePlan, Verdict } from './plan-prune.ts';
import { listManifests } from './published.ts';
import { createOrSame } from './stored-files.ts';
import { listNeeded, type StoredRelease } from './stored-releases.ts';

/**
 * Removes what a plan says; returns the plan as it was carried out. Rejects with `command/pruned-live` if a
 * release was promoted in the very moment in which it was removed.
 */
export async function carryOut(
  { verdicts, files, history }: PrunePlan,
  { store, remote, progress }: { readonly store: Store; readonly remote: string } & Pick<Context, 'progress'>,
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

/**
 * Removes a release, its manifest first: from then on nobody can promote it, and a crash leaves files without a
 * manifest, which are no release and go with the next run. Files first would leave a manifest that promises files which
 * are gone. Returns false, and leaves the release whole, if somebody has promoted it in the meantime.
 *
 * Its claim on its sequence stays, and what is newer than it stays, so that “publish” never takes other bytes under a
 * version that was live.
 */
async function removeRelease(store: Store, remote: string, release: StoredRelease): Promise<boolean> {
  const path = release.folder + manifestName;
  const manifest = await store.read(path);
  // Somebody has finished it in the meantime.
  if (release.kind === 'unfinished' && manifest !== undefined) return false;
  await store.remove(path);
  if (await isLive(store, remote, release)) {
    if (manifest !== undefined)
      await createOrSame(store, { path, bytes: manifest.bytes, headers: immutableHeaders(path) });
    return false;
  }
  for (const file of release.files) await store.remove(file.path);
  return true;
}

/** Whether a release is live now. */
async function isLive(store: Store, remote: string, release: StoredRelease): Promise<boolean> {
  const now = await readStoredLive(store, remote);
  const isSame = release.kind === 'published';
  return (
    now?.live.releases.some(({ path, manifest }) =>
      isSame ? manifestIdOf(manifest) === release.id : `${remote}/${path}` === release.folder,
    ) ?? false
  );
}

/**
 * Removes files that releases had together, and returns those that are gone. Somebody may be publishing a release that
 * lists one, and rely on its being there. So what is needed is asked for before and again after: a file that has come to
 * be needed between is put back. Publishing looks the other way round, for the files once the manifest is there: one of
 * the two sees the other.
 */
async function removeFiles(
  store: Store,
  remote: string,
  files: readonly StoredEntry[],
): Promise<readonly StoredEntry[]> {
  const gone: StoredEntry[] = [];
  for (let from = 0; from < files.length; from += pruneBatch)
    gone.push(...(await removeSome(store, remote, files.slice(from, from + pruneBatch))));
  return gone;
}

async function removeSome(store: Store, remote: string, files: readonly StoredEntry[]) {
  const needless = await leaveNeeded(store, remote, files);
  const contents = await readAll(
    store,
    needless.map(({ path }) => path),
  );
  for (const { path } of contents) await store.remove(path);
  const gone = await leaveNeeded(store, remote, needless);
  for (const { path, bytes } of contents)
    if (!gone.some((one) => one.path === path))
      await createOrSame(store, { path, bytes, headers: immutableHeaders(path) });
  return gone;
}

/** Those that no release lists which is published now, or live. */
async function leaveNeeded(store: Store, remote: string, files: readonly StoredEntry[]) {
  const now = await readStoredLive(store, remote);
  const live = now?.live.releases.map((one) => manifestOf(one, remote)) ?? [];
  const needed = listNeeded([...(await listManifests(store, remote)), ...live]);
  return files.filter(({ path }) => !needed.has(path));
}
