import type { ReleaseFile } from './manifest.ts';
import type { LiveRelease } from './verify-live.ts';

/** A file of a release with its absolute address. */
export interface FileAddress extends ReleaseFile {
  readonly address: string;
}

/** Every file of a release, for the page's one import map. `base` is the address of the live document. */
export function toFileSet(
  { path, manifest }: Pick<LiveRelease, 'path' | 'manifest'>,
  base: string | URL,
): readonly FileAddress[] {
  const folder = new URL(path, base);
  return manifest.files.map((file) => ({ ...file, address: new URL(file.path, folder).href }));
}
