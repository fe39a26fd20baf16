import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Envelope } from '@linkspan/trust';
import type { Payload } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { writeBuildNote } from '../documents/build-note.ts';
import { checkReportName } from '../documents/check-report.ts';
import { readDraft, writeDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import type { Described } from './describe-release.ts';

/**
 * Writes a release folder, unless `isDry`. What it has for this very release stays: its signatures, and what it was
 * checked for; `now` in milliseconds since 1970. Throws `command/folder-taken`.
 */
export async function writeReleaseFolder(
  out: string,
  { payload, folder }: Described,
  { isDry, now }: { readonly isDry: boolean; readonly now: number },
): Promise<void> {
  const { signatures, report } = await readKept(out, payload);
  if (isDry) return;
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
 * What the release folder has for this very payload. Throws `command/folder-taken` where the folder is something else,
 * which a build must not remove.
 */
async function readKept(out: string, { payload }: Payload): Promise<Kept> {
  const names = await readdir(out).catch((): string[] => []);
  if (names.length === 0) return { signatures: [] };
  if (!names.includes(manifestName)) throw new CommandError('command/folder-taken', { folder: out });
  const { kind, envelope } = await readDraft(join(out, manifestName));
  if (kind !== 'manifest') throw new CommandError('command/folder-taken', { folder: out });
  if (Buffer.compare(envelope.payload, payload) !== 0) return { signatures: [] };
  const report = await readFile(join(out, checkReportName)).catch(() => undefined);
  return { signatures: envelope.signatures, report };
}
