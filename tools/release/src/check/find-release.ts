import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compareVersions } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { type BuiltAt, readBuiltAt } from '../documents/build-note.ts';
import { type Draft, readDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';

/** A release folder with its manifest, signed or not. */
export type ReleaseFolder = Extract<Draft, { kind: 'manifest' }> & { readonly folder: string };

const isRemoteName = /^[a-z][a-z0-9-]*$/;

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
  for (const version of versions)
    if (await isThere(join(home, version, manifestName))) built.push(await readBuilt(join(home, version)));
  const [last] = built.sort(byAge);
  if (last === undefined) throw new CommandError('command/no-built-release', { remote: word, folder: home });
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
  if (draft.kind !== 'manifest') throw new CommandError('command/no-draft', { file: folder });
  return { ...draft, folder };
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
