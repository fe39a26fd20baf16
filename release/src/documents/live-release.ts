import type { LiveReleases } from './live-now.ts';
import { releasePath } from './paths.ts';
import type { Published } from './published.ts';

/** A published release as a live document names it, with its share in whole percent. */
export function toLiveRelease({ manifest, envelope }: Published, share: number): LiveReleases[number] {
  const { remote, version } = manifest;
  // Relative to the live document, which is in the folder of the remote.
  return { share, path: releasePath(remote, version).slice(remote.length + 1), manifest: envelope };
}
