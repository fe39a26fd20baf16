import type { ScopedStorage } from '@linkspan/contract';
import type { Release } from '../releases/release.ts';
import { orUndefined } from '../storage.ts';

/**
 * The files of a release that have run in this browser: its cache has them, so they are imported without being fetched
 * first. To fetch a file and to hash it takes a slow processor 5 ms.
 */
export interface RanFiles {
  has(path: string): boolean;
  add(paths: readonly string[]): void;
  /** One of them did not run: the next page fetches all of them first. */
  forget(): void;
}

/** Opens them on the storage of the remotes' documents. Stored paths that the release does not list are left out. */
export function openRanFiles({ ref, manifest }: Release, documents: ScopedStorage): RanFiles {
  const key = `${ref.remote}:ran`;
  const stored: unknown = orUndefined(() => JSON.parse(documents.get(key) ?? ''));
  const paths = manifest.files.map(({ path }) => path);
  const ran = new Set(Array.isArray(stored) ? paths.filter((path) => stored.includes(path)) : []);
  return {
    has: (path) => ran.has(path),
    add(added) {
      if (added.every((path) => ran.has(path))) return;
      for (const path of added) ran.add(path);
      documents.set(key, JSON.stringify([...ran]));
    },
    forget() {
      ran.clear();
      documents.remove(key);
    },
  };
}
