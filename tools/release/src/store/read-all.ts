import type { Store, StoredFile } from './store.ts';

/** How many are asked for side by side. */
const abreast = 8;

/** The files that are there, of those at the paths, in the order of the paths. */
export async function readAll(
  store: Store,
  paths: readonly string[],
): Promise<readonly (StoredFile & { readonly path: string })[]> {
  const found: (StoredFile & { path: string })[] = [];
  for (let from = 0; from < paths.length; from += abreast) {
    const some = paths.slice(from, from + abreast);
    const files = await Promise.all(some.map((path) => store.read(path)));
    for (const [index, file] of files.entries())
      if (file !== undefined) found.push({ ...file, path: some[index] ?? '' });
  }
  return found;
}
