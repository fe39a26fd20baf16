import type { Manifest } from '@linkspan/trust';
import { checkReportName } from '../documents/check-report.ts';
import { createOrSame } from '../documents/create-or-same.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { readListed } from '../documents/release-files.ts';
import type { Means } from '../means.ts';
import { StoreConflict } from '../store/error.ts';
import { immutableHeaders } from '../store/headers.ts';
import type { Store } from '../store/store.ts';

/** A release folder that is to be uploaded. */
export interface Upload {
  readonly store: Store;
  readonly folder: string;
  readonly manifest: Manifest;
  /** The bytes of the manifest's envelope. */
  readonly envelope: Uint8Array;
  /** The bytes of what its checks found. */
  readonly report: Uint8Array | undefined;
}

/**
 * Uploads a release, its manifest last: a release without it is none, however far an earlier run came.
 * Rejects with `command/file-differs`, `command/altered`.
 */
export async function upload(
  { store, folder, manifest, envelope, report }: Upload,
  { progress }: Pick<Means, 'progress'>,
): Promise<void> {
  const { remote, version, files } = manifest;
  const base = releasePath(remote, version);
  const create = (path: string, bytes: Uint8Array) =>
    createOrSame(store, { path, bytes, headers: immutableHeaders(path) });
  for (const [index, file] of files.entries()) {
    progress(`Uploading ${remote} ${version}: ${index + 1} of ${files.length} files`);
    await create(base + file.path, await readListed(folder, file));
  }
  if (report !== undefined) await writeReport(store, base + checkReportName, report);
  await create(base + manifestName, envelope);
}

/** As long as the release is not published, a later check may take the place of an earlier one. */
async function writeReport(store: Store, path: string, bytes: Uint8Array): Promise<void> {
  const headers = immutableHeaders(path);
  try {
    await store.createIfAbsent(path, bytes, headers);
  } catch (cause) {
    if (!(cause instanceof StoreConflict) || cause.now === undefined) throw cause;
    await store.replaceIfUnchanged(path, bytes, cause.now.tag, headers);
  }
}
