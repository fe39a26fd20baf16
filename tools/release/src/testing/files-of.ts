import { listManifests } from '../documents/published.ts';
import { locateFiles } from '../documents/stored-files.ts';
import type { Store } from '../store/store.ts';

/** The folder of a store in which a published release has its files; ends in `/`. */
export async function filesOf(store: Store, remote: string, version: string): Promise<string> {
  const manifest = (await listManifests(store, remote)).find((one) => one.version === version);
  if (manifest === undefined) throw new Error(`${remote} ${version} is not published`);
  return locateFiles(store, manifest);
}
