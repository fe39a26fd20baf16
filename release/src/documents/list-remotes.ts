import type { Store } from '../store/store.ts';

/** The remotes that have a root or a live document in a store. */
export async function listRemotes(store: Store): Promise<readonly string[]> {
  const entries = await store.list('');
  const found = entries.flatMap(
    ({ path }) => /^([a-z][a-z0-9-]*)\/(?:live|root\/1)\.json$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}
