import { access, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { record, text } from '@linkspan/contract';
import {
  type Bytes,
  compareVersions,
  type Envelope,
  isVersion,
  type Manifest,
  type ReleaseFile,
} from '@linkspan/trust';
import type { Payload } from '@linkspan/trust/sign';
import { Refusal } from '../errors.ts';
import { integrityOf, readNamedFile } from '../files.ts';
import { command } from '../output.ts';
import { checkReportName } from './check-report.ts';
import { type Draft, readDraft, toNoDraft, writeDraft } from './draft.ts';
import { manifestName } from './paths.ts';

/** The file of a release folder that says when it was built. It stays here: the release itself tells nothing of it. */
const buildNoteName = 'built.json';

/** A release folder with its manifest, signed or not. */
export type ReleaseFolder = Extract<Draft, { kind: 'manifest' }> & { readonly folder: string };

/** The form of a remote's name. */
export const isRemoteName = /^[a-z][a-z0-9-]*$/;

/**
 * The release in the folder that is named, or of the remote that is named the one that was built last, whatever its
 * sequence.
 * Rejects with `command/no-built-release`, `command/no-such-file`, `command/no-draft`, `release/malformed`.
 */
export async function findRelease(word: string, within: string): Promise<ReleaseFolder> {
  const named = resolve(within, word);
  if (!isRemoteName.test(word) || (await isThere(join(named, manifestName)))) return readRelease(named);
  const home = resolve(within, '.linkspan/releases', word);
  const versions = await readdir(home).catch((): string[] => []);
  const built: Built[] = [];
  for (const version of versions.filter(isVersion))
    if (await isThere(join(home, version, manifestName))) built.push(await readBuilt(join(home, version)));
  const [last] = built.sort(byAge);
  if (last === undefined)
    throw new Refusal(
      'command/no-built-release',
      `There is no release of ${word} in ${home}. Make one with “${command} build ${word}”.`,
    );
  return last.release;
}

interface Built {
  readonly release: ReleaseFolder;
  readonly at: BuiltAt;
}

async function readBuilt(folder: string): Promise<Built> {
  const release = await readRelease(folder);
  // The manifest is written again by whoever signs; what it lists is written by the build alone.
  return { release, at: await readBuiltAt(folder, release.value.discovery) };
}

/** What was built last first; of what was built at once, what rises above the other. */
function byAge(one: Built, other: Built): number {
  if (one.at.noted !== other.at.noted) return one.at.noted > other.at.noted ? -1 : 1;
  if (one.at.writtenNs !== other.at.writtenNs) return one.at.writtenNs > other.at.writtenNs ? -1 : 1;
  const [value, against] = [one.release.value, other.release.value];
  return against.sequence - value.sequence || compareVersions(against.version, value.version);
}

async function readRelease(folder: string): Promise<ReleaseFolder> {
  const draft = await readDraft(join(folder, manifestName));
  if (draft.kind !== 'manifest') throw toNoDraft(folder);
  return { ...draft, folder };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Files that the command keeps in a release folder, beside those of the release. */
export const ownNames: readonly string[] = [manifestName, checkReportName, buildNoteName];

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

/** When a release folder was built, in an order that a copy of the folder keeps if it has a note. */
export interface BuiltAt {
  /** ISO 8601 with milliseconds; empty without a note. */
  readonly noted: string;
  /** When the file that the build wrote was written here, in nanoseconds since 1970; 0 if it is missing. */
  readonly writtenNs: bigint;
}

const fields = record({ at: text('an instant', (value) => !Number.isNaN(Date.parse(value)), 30) });

/** Notes when a folder was built; `now` in milliseconds since 1970. */
async function writeBuildNote(folder: string, now: number): Promise<void> {
  await writeFile(join(folder, buildNoteName), `${JSON.stringify({ at: new Date(now).toISOString() })}\n`);
}

/** When a folder was built. What cannot be read of it is as if it were not there. */
async function readBuiltAt(folder: string, file: string): Promise<BuiltAt> {
  const note = await readFile(join(folder, buildNoteName), 'utf8').catch(() => '');
  const written = await stat(join(folder, file), { bigint: true }).catch(() => undefined);
  return { noted: parseNote(note), writtenNs: written?.mtimeNs ?? 0n };
}

function parseNote(content: string): string {
  try {
    return fields(JSON.parse(content), buildNoteName).at;
  } catch {
    return '';
  }
}

/**
 * Writes a release folder. What it has for this very release stays: its signatures, and what it was
 * checked for; `now` in milliseconds since 1970. Throws `command/folder-taken`.
 */
export async function writeReleaseFolder(
  out: string,
  { payload, folder }: { readonly payload: Payload; readonly folder: string },
  now: number,
): Promise<void> {
  const { signatures, report } = await readKept(out, payload);
  // What an earlier build left there is no part of this release.
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await cp(folder, out, { recursive: true });
  await writeDraft(join(out, manifestName), { ...payload, signatures });
  await writeBuildNote(out, now);
  if (report !== undefined) await writeFile(join(out, checkReportName), report);
}

interface Kept {
  readonly signatures: Envelope['signatures'];
  /** What `release check` found. */
  readonly report?: Uint8Array | undefined;
}

/**
 * What the release folder has for this very payload. Throws `command/folder-taken` if the folder is something else,
 * which a build must not remove.
 */
async function readKept(out: string, { payload }: Payload): Promise<Kept> {
  const names = await readdir(out).catch((): string[] => []);
  if (names.length === 0) return { signatures: [] };
  const draft = names.includes(manifestName) ? await readDraft(join(out, manifestName)) : undefined;
  if (draft?.kind !== 'manifest')
    throw new Refusal(
      'command/folder-taken',
      `${out} holds something that is no release. It was left as it is; choose another --out.`,
    );
  const { envelope } = draft;
  if (Buffer.compare(envelope.payload, payload) !== 0) return { signatures: [] };
  const report = await readFile(join(out, checkReportName)).catch(() => undefined);
  return { signatures: envelope.signatures, report };
}
