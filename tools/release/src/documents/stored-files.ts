import type { Manifest, ReleaseFile } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { StoreConflict } from '../store/errors.ts';
import type { FileHeaders, Store } from '../store/store.ts';

/** The files of a release that a folder does not have in their length. */
export async function listMissing(
  store: Store,
  folder: string,
  { files }: Pick<Manifest, 'files'>,
): Promise<readonly ReleaseFile[]> {
  const there = new Map((await store.list(folder)).map(({ path, size }) => [path, size]));
  return files.filter(({ path, bytes }) => there.get(folder + path) !== bytes);
}

/** Refuses a release that is not whole in a folder. Throws `command/files-missing`. */
export async function assertWhole(store: Store, folder: string, manifest: Manifest): Promise<void> {
  const [missing] = await listMissing(store, folder, manifest);
  if (missing === undefined) return;
  const { remote, version } = manifest;
  const path = folder + missing.path;
  throw new Refusal(
    'command/files-missing',
    `${path}, a file of ${remote} ${version}, is not in ${store.address} as it was published, so what is live was left as it is. Publish ${version} again from its release folder, which puts back what is missing.`,
  );
}

/**
 * Writes a file that is not there, or is there with the same bytes: what was cut off can be run again. Returns whether
 * it wrote. Rejects with `command/file-differs`.
 */
export async function createOrSame(
  store: Store,
  {
    path,
    bytes,
    headers,
  }: { readonly path: string; readonly bytes: Uint8Array; readonly headers: FileHeaders },
): Promise<boolean> {
  try {
    await store.createIfAbsent(path, bytes, headers);
    return true;
  } catch (cause) {
    if (!(cause instanceof StoreConflict)) throw cause;
    if (cause.now !== undefined && Buffer.compare(cause.now.bytes, bytes) === 0) return false;
    throw new Refusal(
      'command/file-differs',
      `${path} is in the store already, with other content. It was left as it is; build the new release with a higher --version.`,
      { cause },
    );
  }
}
