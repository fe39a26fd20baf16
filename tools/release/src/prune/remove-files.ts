import { createOrSame } from '../documents/create-or-same.ts';
import { manifestOf, readLiveNow } from '../documents/live-now.ts';
import { listManifests } from '../documents/published.ts';
import { immutableHeaders } from '../store/headers.ts';
import { readAll } from '../store/read-all.ts';
import type { Store, StoredEntry } from '../store/store.ts';
import { listNeeded } from './list-needed.ts';

/** How many are removed before somebody looks again. */
const portion = 20;

/**
 * Removes files that releases had together, and answers those that are gone. Somebody may be publishing a release that
 * lists one, and rely on its being there. So what is needed is asked for before and again after: a file that has come to
 * be needed between is put back. Publishing looks the other way round, for the files once the manifest is there: one of
 * the two sees the other.
 */
export async function removeFiles(
  store: Store,
  remote: string,
  files: readonly StoredEntry[],
): Promise<readonly StoredEntry[]> {
  const gone: StoredEntry[] = [];
  for (let from = 0; from < files.length; from += portion)
    gone.push(...(await removeSome(store, remote, files.slice(from, from + portion))));
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
  const now = await readLiveNow(store, remote);
  const live = now?.live.releases.map((one) => manifestOf(one, remote)) ?? [];
  const needed = listNeeded([...(await listManifests(store, remote)), ...live]);
  return files.filter(({ path }) => !needed.has(path));
}
