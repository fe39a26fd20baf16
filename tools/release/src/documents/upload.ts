import type { Manifest, ReleaseFile } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { createOrSame, type Store, writeOver } from '../store/store.ts';
import type { Context } from '../verb.ts';
import { checkReportName } from './check-report.ts';
import { manifestName, releasePath, toSharedFolder } from './paths.ts';
import { type ReleaseFolder, readListed } from './release-folder.ts';

/** Uploads some files of a release from its folder. Rejects with `command/name-taken`, `command/altered`. */
export async function uploadFiles(
  store: Store,
  { folder, value: manifest }: ReleaseFolder,
  files: readonly ReleaseFile[],
  { progress }: Pick<Context, 'progress'>,
): Promise<void> {
  const { remote, version } = manifest;
  const to = toSharedFolder(manifest);
  for (const [index, file] of files.entries()) {
    progress(`Uploading ${remote} ${version}: ${index + 1} of ${files.length} files`);
    const path = to + file.path;
    const bytes = await readListed(folder, file);
    await createOrSame(store, path, bytes).catch((cause) => {
      if (!(cause instanceof Refusal && cause.code === 'command/file-differs')) throw cause;
      throw toTaken(path, manifest, { cause });
    });
  }
}

/**
 * Uploads what the checks of a release found, and its manifest, after its files: a release without a manifest is none,
 * however far an earlier run came. Rejects with `command/file-differs`.
 */
export async function uploadManifest(
  store: Store,
  { value: { remote, version }, bytes }: ReleaseFolder,
  report: Uint8Array | undefined,
): Promise<void> {
  const own = releasePath(remote, version);
  const path = own + manifestName;
  const reportPath = own + checkReportName;
  // As long as the release is not published, a later check may take the place of an earlier one.
  if (report !== undefined) await writeOver(store, reportPath, report, await store.read(reportPath));
  await createOrSame(store, path, bytes);
}

/**
 * The files of a release that the store does not have yet. A file that it has in another length throws
 * `command/name-taken`.
 */
export async function listNew(store: Store, manifest: Manifest): Promise<readonly ReleaseFile[]> {
  const folder = toSharedFolder(manifest);
  const sizes = new Map((await store.list(folder)).map(({ path, size }) => [path, size]));
  const taken = manifest.files.find(({ path, bytes }) => (sizes.get(folder + path) ?? bytes) !== bytes);
  if (taken !== undefined) throw toTaken(folder + taken.path, manifest);
  return manifest.files.filter(({ path }) => !sizes.has(folder + path));
}

/** That a path belongs to other bytes. */
function toTaken(
  path: string,
  { remote, version }: Manifest,
  options?: { readonly cause: unknown },
): Refusal {
  return new Refusal(
    'command/name-taken',
    `${path} is in the store already, with other content, and what is published is never written over. If a release has put it there, let the build of ${remote} ${version} give the file another name. If none has, somebody has altered it: see “A stolen store key” in docs/incidents.md.`,
    options,
  );
}
