import type { Store } from '../store/store.ts';
import type { LiveReleases } from './live-now.ts';
import type { Published } from './published.ts';
import { assertWhole, locateFiles } from './stored-files.ts';

/**
 * A published release as a live document names it, with its share in whole percent. Rejects with
 * `command/files-missing`.
 */
export async function toLiveRelease(
  store: Store,
  { manifest, envelope }: Published,
  share: number,
): Promise<LiveReleases[number]> {
  const folder = await locateFiles(store, manifest);
  await assertWhole(store, folder, manifest);
  // Relative to the live document, which is in the folder of the remote.
  return { share, path: folder.slice(manifest.remote.length + 1), manifest: envelope };
}
