import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Bytes, Manifest, ReleaseFile } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { integrityOf } from '../integrity-of.ts';
import { readNamedFile } from '../read-file.ts';
import { buildNoteName } from './build-note.ts';
import { checkReportName } from './check-report.ts';
import { manifestName } from './paths.ts';

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

/** The bytes of a listed file. Throws `command/no-such-file`, and `command/altered` where its hash differs. */
export async function readListed(folder: string, { path, integrity }: ReleaseFile): Promise<Bytes> {
  const file = join(folder, path);
  const bytes = await readNamedFile(file);
  if (integrityOf(bytes) !== integrity) throw new CommandError('command/altered', { file });
  return bytes;
}

/** Refuses a folder whose files are not the listed ones. Throws what `readListed` throws. */
export async function assertFiles(folder: string, { files }: Pick<Manifest, 'files'>): Promise<void> {
  for (const file of files) await readListed(folder, file);
}
