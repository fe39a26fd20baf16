import { join } from 'node:path';
import { parseUnsignedRelease, type UnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { listFiles, ownNames, readListed } from '../documents/release-files.ts';
import { readTextFile } from '../read-file.ts';

/** What a remote's build wrote, every file hashed again. */
export interface Built {
  readonly folder: string;
  readonly manifest: UnsignedRelease['release']['manifest'];
  /** The bytes of each file by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads what a build wrote into `dist`. Throws `command/not-built`, `command/altered`, `command/unlisted`,
 * `command/reserved`, `release/malformed`.
 */
export async function readBuilt(dist: string, remote: string): Promise<Built> {
  const { path, manifest } = (await readLive(join(dist, unsignedReleaseName), remote)).release;
  const folder = join(dist, path);
  const listed = new Set(manifest.files.map((file) => file.path));
  const reserved = ownNames.find((one) => listed.has(one));
  if (reserved !== undefined) throw new CommandError('command/reserved', { file: reserved });
  const contents = new Map<string, Uint8Array>();
  for (const file of manifest.files) contents.set(file.path, await readListed(folder, file));
  const unlisted = (await listFiles(folder)).find((one) => !listed.has(one));
  if (unlisted !== undefined) throw new CommandError('command/unlisted', { file: join(folder, unlisted) });
  const files = manifest.files.map((file) => ({ ...file, bytes: contents.get(file.path)?.length ?? 0 }));
  return { folder, manifest: { ...manifest, files }, contents };
}

async function readLive(file: string, remote: string): Promise<UnsignedRelease> {
  return parseUnsignedRelease(await readJson(file, remote), remote);
}

async function readJson(file: string, remote: string): Promise<unknown> {
  try {
    return JSON.parse(await readTextFile(file));
  } catch (cause) {
    throw new CommandError('command/not-built', { remote, file }, { cause });
  }
}
