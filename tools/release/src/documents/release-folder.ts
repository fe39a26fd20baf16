import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type Bytes, compareVersions, isVersion, type Manifest, type ReleaseFile } from '@linkspan/trust';
import type { Payload } from '@linkspan/trust/sign';
import { Refusal } from '../errors.ts';
import { integrityOf, readNamedFile } from '../files.ts';
import { command } from '../output.ts';
import { checkReportName } from './check-report.ts';
import { type Draft, readDraft, toNoDraft, writeDraft } from './draft.ts';
import { manifestName } from './paths.ts';

/** A release folder with its manifest, signed or not. */
export type ReleaseFolder = Extract<Draft, { kind: 'manifest' }> & { readonly folder: string };

/** The form of a remote's name. */
export const isRemoteName = /^[a-z][a-z0-9-]*$/;

/**
 * The release in the folder that is named, or of the remote that is named the one with the highest sequence.
 * Rejects with `command/no-built-release`, `command/no-such-file`, `command/no-draft`, `release/malformed`.
 */
export async function findRelease(word: string, within: string): Promise<ReleaseFolder> {
  const named = resolve(within, word);
  if (!isRemoteName.test(word) || existsSync(join(named, manifestName))) return readReleaseFolder(named);
  const home = resolve(within, '.linkspan/releases', word);
  const versions = (await readdir(home).catch((): string[] => [])).filter(isVersion);
  const folders = versions.map((version) => join(home, version));
  const built = folders.filter((folder) => existsSync(join(folder, manifestName))).map(readReleaseFolder);
  const [newest] = (await Promise.all(built)).sort(
    ({ value: one }, { value: other }) =>
      other.sequence - one.sequence || compareVersions(other.version, one.version),
  );
  if (newest !== undefined) return newest;
  throw new Refusal(
    'command/no-built-release',
    `There is no release of ${word} in ${home}. Make one with “${command} build ${word}”.`,
  );
}

async function readReleaseFolder(folder: string): Promise<ReleaseFolder> {
  const draft = await readDraft(join(folder, manifestName));
  if (draft.kind !== 'manifest') throw toNoDraft(folder);
  return { ...draft, folder };
}

/** Files that the command keeps in a release folder, beside those of the release. */
export const ownNames: readonly string[] = [manifestName, checkReportName];

/** Every file below a folder, relative to it, in the order of their paths. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

/** The bytes of a listed file. Throws `command/no-such-file`, and `command/altered` if its hash differs. */
export async function readListed(folder: string, { path, integrity }: ReleaseFile): Promise<Bytes> {
  const file = join(folder, path);
  const bytes = await readNamedFile(file);
  if (integrityOf(bytes) !== integrity)
    throw new Refusal(
      'command/altered',
      `${file} is not what was built: its hash differs from the one that is listed. Build again.`,
    );
  return bytes;
}

/** Refuses a folder whose files are not the listed ones. Throws what `readListed` throws. */
export async function assertFiles(folder: string, { files }: Pick<Manifest, 'files'>): Promise<void> {
  for (const file of files) await readListed(folder, file);
}

/**
 * Writes a release folder. What it has for this very release stays: its signatures, and what it was
 * checked for. Throws `command/folder-taken` if it is something else, which a build must not remove.
 */
export async function writeReleaseFolder(
  out: string,
  { payload, folder }: { readonly payload: Payload; readonly folder: string },
): Promise<void> {
  const names = await readdir(out).catch((): string[] => []);
  const draft = names.includes(manifestName) ? await readDraft(join(out, manifestName)) : undefined;
  if (names.length > 0 && draft?.kind !== 'manifest')
    throw new Refusal(
      'command/folder-taken',
      `${out} holds something that is no release. It was left as it is; choose another --out.`,
    );
  const isSame = draft !== undefined && Buffer.compare(draft.envelope.payload, payload.payload) === 0;
  const report = isSame ? await readFile(join(out, checkReportName)).catch(() => undefined) : undefined;
  // What an earlier build left there is no part of this release.
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp(folder, out, { recursive: true });
  const signatures = isSame ? draft.envelope.signatures : [];
  await writeDraft(join(out, manifestName), { ...payload, signatures });
  if (report !== undefined) await writeFile(join(out, checkReportName), report);
}
