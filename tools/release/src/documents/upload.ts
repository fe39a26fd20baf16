import type { Manifest, ReleaseFile } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { integrityOf } from '../files.ts';
import { StoreConflict } from '../store/errors.ts';
import { immutableHeaders, readAll, type Store } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { checkReportName } from './check-report.ts';
import { manifestName, releasePath } from './paths.ts';
import { readListed } from './release-folder.ts';
import { createOrSame, listMissing } from './stored-files.ts';

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
 * none, however far an earlier run came. Then it uploads again what somebody has removed in the meantime.
 * Rejects with `command/name-taken`, `command/file-differs`, `command/altered`.
 */
export async function upload(
  wanted: Upload,
  files: readonly ReleaseFile[],
  context: Pick<Context, 'progress'>,
): Promise<void> {
  const { store, to, manifest, envelope, report } = wanted;
  const own = releasePath(manifest.remote, manifest.version);
  const path = own + manifestName;
  await uploadFiles(wanted, files, context);
  if (report !== undefined) await writeReport(store, own + checkReportName, report);
  await createOrSame(store, { path, bytes: envelope, headers: immutableHeaders(path) });
  await uploadFiles(wanted, await listMissing(store, to, manifest), context);
}

/** Uploads some files of a release. Rejects with what `upload` rejects with. */
export async function uploadFiles(
  { store, folder, to, manifest }: Pick<Upload, 'store' | 'folder' | 'to' | 'manifest'>,
  files: readonly ReleaseFile[],
  { progress }: Pick<Context, 'progress'>,
): Promise<void> {
  const { remote, version } = manifest;
  for (const [index, file] of files.entries()) {
    progress(`Uploading ${remote} ${version}: ${index + 1} of ${files.length} files`);
    const path = to + file.path;
    const bytes = await readListed(folder, file);
    await createOrSame(store, { path, bytes, headers: immutableHeaders(path) }).catch((cause) => {
      if (!(cause instanceof Refusal && cause.code === 'command/file-differs')) throw cause;
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

/**
 * The files of a release that a folder of a store does not have yet. Those that it has must be the very same: throws
 * `command/name-taken`.
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
function toTaken(
  folder: string,
  file: string,
  { remote, version }: Manifest,
  options?: { readonly cause: unknown },
): Refusal {
  return new Refusal(
    'command/name-taken',
    `${folder + file} is in the store already, with other content, and what is published is never written over. If a release has put it there, let the build of ${remote} ${version} give the file another name. If none has, somebody has altered it: see “A stolen store key” in docs/incidents.md.`,
    options,
  );
}
