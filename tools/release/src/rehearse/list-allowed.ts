import type { Manifest, Root } from '@linkspan/trust';
import { listManifests, readRelease } from '../documents/published.ts';
import { explainError } from '../explain-error.ts';
import type { Store } from '../store/store.ts';

/** The published releases of a remote that its root still lets run, by their sequence. */
export async function listAllowed(store: Store, root: Root): Promise<readonly Manifest[]> {
  const published = await listManifests(store, root.remote);
  const allowed = await Promise.all(
    published.map(async ({ version, sequence }) => sequence >= root.floor && isSound(store, root, version)),
  );
  return published.filter((_, index) => allowed[index]);
}

/** Whether it is signed by keys of this root, and not revoked. */
async function isSound(store: Store, root: Root, version: string): Promise<boolean> {
  try {
    return !root.revoked.includes((await readRelease(store, root, version)).id);
  } catch (error) {
    if (explainError(error) === undefined) throw error;
    return false;
  }
}
