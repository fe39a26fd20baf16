import type { FamilyId } from '@linkspan/contract';
import { connectorMs } from './deadlines.ts';
import { fetchFiles } from './fetch-files.ts';
import type { Release } from './release.ts';

/**
 * Answers what fetches a connector's files into the browser's cache, once, as soon as somebody seems to want it. Nothing
 * of them is run, and what does not come is asked for again when it is needed.
 */
export function createWarm(releaseOf: (family: FamilyId) => Release | undefined): (family: FamilyId) => void {
  const warmed = new Set<Release>();
  return (family) => {
    const release = releaseOf(family);
    if (release === undefined || warmed.has(release)) return;
    warmed.add(release);
    const paths = release.manifest.preload;
    fetchFiles(release, { stage: 'connector', paths, deadlineMs: connectorMs }).catch(() => undefined);
  };
}
