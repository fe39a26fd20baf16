import type { LinkspanError } from '@linkspan/contract';
import { nothingSeen, type Root, refusalOf } from '@linkspan/trust';
import { type LiveReleases, manifestOf } from './live-now.ts';
import { manifestIdOf } from './manifest-id.ts';

/** Why a root does not allow a release that a live document names, whose signatures are not looked at; or undefined. */
export function refusalOfStated(root: Root, release: LiveReleases[number]): LinkspanError | undefined {
  const stated = { id: manifestIdOf(release.manifest), manifest: manifestOf(release, root.remote) };
  return refusalOf(stated, { root, seen: nothingSeen });
}
