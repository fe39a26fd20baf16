import type { Manifest, ReleaseFile } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { releasePath } from '../documents/paths.ts';
import { integrityOf } from '../integrity-of.ts';
import { readAll } from '../store/read-all.ts';
import type { Store } from '../store/store.ts';

/**
 * The files of a release that a folder of a store does not have yet. Those that it has must be the very same: throws
 * `command/name-taken`, and `command/file-differs` where the folder is the release's own.
 */
export async function listNew(
  store: Store,
  folder: string,
  manifest: Manifest,
): Promise<readonly ReleaseFile[]> {
  const listed = new Set((await store.list(folder)).map(({ path }) => path));
  const paths = manifest.files.map(({ path }) => folder + path).filter((path) => listed.has(path));
  const there = new Map(
    (await readAll(store, paths)).map(({ path, bytes }) => [path, integrityOf(new Uint8Array(bytes))]),
  );
  for (const { path, integrity } of manifest.files)
    if ((there.get(folder + path) ?? integrity) !== integrity) throw toTaken(folder, path, manifest);
  return manifest.files.filter(({ path }) => !there.has(folder + path));
}

/** That a name in a folder belongs to other bytes. */
export function toTaken(
  folder: string,
  file: string,
  { remote, version }: Manifest,
  options?: { readonly cause: unknown },
): CommandError {
  const path = folder + file;
  const isOwn = folder === releasePath(remote, version);
  return isOwn
    ? new CommandError('command/file-differs', { path }, options)
    : new CommandError('command/name-taken', { path, remote, version }, options);
}
