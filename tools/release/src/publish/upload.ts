import type { Manifest, ReleaseFile } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { checkReportName } from '../documents/check-report.ts';
import { createOrSame } from '../documents/create-or-same.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { readListed } from '../documents/release-files.ts';
import { listMissing } from '../documents/stored-files.ts';
import type { Means } from '../means.ts';
import { StoreConflict } from '../store/error.ts';
import { immutableHeaders } from '../store/headers.ts';
import type { Store } from '../store/store.ts';
import { toTaken } from './list-new.ts';

/** A release folder that is to be uploaded. */
export interface Upload {
  readonly store: Store;
  readonly folder: string;
  /** The folder of the store that its files are to be in; ends in `/`. */
  readonly to: string;
  readonly manifest: Manifest;
  /** The bytes of the manifest's envelope. */
  readonly envelope: Uint8Array;
  /** The bytes of what its checks found. */
  readonly report: Uint8Array | undefined;
}

/**
 * Uploads a release, of its files those that are not there yet, and its manifest after them: a release without it is
 * none, however far an earlier run came. Then it looks whether all files are there still: somebody who prunes has seen
 * no manifest that lists them (`prune/remove-files.ts`).
 * Rejects with `command/name-taken`, `command/file-differs`, `command/altered`.
 */
export async function upload(
  wanted: Upload,
  files: readonly ReleaseFile[],
  means: Pick<Means, 'progress'>,
): Promise<void> {
  const { store, to, manifest, envelope, report } = wanted;
  const own = releasePath(manifest.remote, manifest.version);
  const path = own + manifestName;
  await uploadFiles(wanted, files, means);
  if (report !== undefined) await writeReport(store, own + checkReportName, report);
  await createOrSame(store, { path, bytes: envelope, headers: immutableHeaders(path) });
  await uploadFiles(wanted, await listMissing(store, to, manifest), means);
}

/** Uploads some files of a release. Rejects with what `upload` rejects with. */
export async function uploadFiles(
  { store, folder, to, manifest }: Pick<Upload, 'store' | 'folder' | 'to' | 'manifest'>,
  files: readonly ReleaseFile[],
  { progress }: Pick<Means, 'progress'>,
): Promise<void> {
  const { remote, version } = manifest;
  for (const [index, file] of files.entries()) {
    progress(`Uploading ${remote} ${version}: ${index + 1} of ${files.length} files`);
    const path = to + file.path;
    const bytes = await readListed(folder, file);
    await createOrSame(store, { path, bytes, headers: immutableHeaders(path) }).catch((cause) => {
      if (!(cause instanceof CommandError && cause.code === 'command/file-differs')) throw cause;
      throw toTaken(to, file.path, manifest, { cause });
    });
  }
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
