import type { Release } from './release.ts';

/** The integrity metadata of a release's file, by its path; undefined for one that the release does not list. */
export function integrityOf({ manifest }: Pick<Release, 'manifest'>, path: string): string | undefined {
  return manifest.files.find((file) => file.path === path)?.integrity;
}
