import { createOrSame } from '../documents/create-or-same.ts';
import { readLiveNow } from '../documents/live-now.ts';
import { manifestIdOf } from '../documents/manifest-id.ts';
import { manifestName } from '../documents/paths.ts';
import { immutableHeaders } from '../store/headers.ts';
import type { Store } from '../store/store.ts';
import type { StoredRelease } from './stored-release.ts';

/**
 * Removes a release, its manifest first: from then on nobody can promote it, and a crash leaves files without a
 * manifest, which are no release and go with the next run. Files first would leave a manifest that promises files which
 * are gone. Answers false, and leaves the release whole, where somebody has promoted it meanwhile.
 *
 * Its claim on its sequence stays, and what is newer than it stays, so that “publish” never takes other bytes under a
 * version that was live.
 */
export async function removeRelease(store: Store, remote: string, release: StoredRelease): Promise<boolean> {
  const path = release.folder + manifestName;
  const manifest = await store.read(path);
  // Somebody has finished it meanwhile.
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
export async function isLive(store: Store, remote: string, release: StoredRelease): Promise<boolean> {
  const now = await readLiveNow(store, remote);
  const isSame = release.kind === 'published';
  return (
    now?.live.releases.some(({ path, manifest }) =>
      isSame ? manifestIdOf(manifest) === release.id : `${remote}/${path}` === release.folder,
    ) ?? false
  );
}
