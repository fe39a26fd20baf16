import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compareVersions } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { type Draft, readDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';

/** A release folder with its manifest, signed or not. */
export type ReleaseFolder = Extract<Draft, { kind: 'manifest' }> & { readonly folder: string };

const isRemoteName = /^[a-z][a-z0-9-]*$/;

/**
 * The release in the folder that is named, or the newest that was built of the remote that is named.
 * Rejects with `command/no-built-release`, `command/no-such-file`, `command/no-draft`, `release/malformed`.
 */
export async function findRelease(word: string, within: string): Promise<ReleaseFolder> {
  const named = resolve(within, word);
  if (!isRemoteName.test(word) || (await isThere(join(named, manifestName)))) return readRelease(named);
  const home = resolve(within, '.linkspan/releases', word);
  const versions = await readdir(home).catch((): string[] => []);
  const built: ReleaseFolder[] = [];
  for (const version of versions)
    if (await isThere(join(home, version, manifestName))) built.push(await readRelease(join(home, version)));
  const [newest] = built.sort(byAge);
  if (newest === undefined)
    throw new CommandError('command/no-built-release', { remote: word, folder: home });
  return newest;
}

/** The newest first; builds of one commit have one sequence, and differ in their versions. */
function byAge({ value: one }: ReleaseFolder, { value: other }: ReleaseFolder): number {
  return other.sequence - one.sequence || compareVersions(other.version, one.version);
}

async function readRelease(folder: string): Promise<ReleaseFolder> {
  const draft = await readDraft(join(folder, manifestName));
  if (draft.kind !== 'manifest') throw new CommandError('command/no-draft', { file: folder });
  return { ...draft, folder };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
