import type { Manifest } from '@linkspan/trust';
import { toSharedFolder } from '../documents/shared-folder.ts';

/** The paths of the files that releases have together, in a store. A release that lies apart keeps those too. */
export function listNeeded(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      const folder = toSharedFolder(manifest);
      return manifest.files.map(({ path }) => folder + path);
    }),
  );
}
