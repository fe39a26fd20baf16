import { join } from 'node:path';
import {
  isNotices,
  type Manifest,
  manifestFormat,
  parsePayload,
  parseUnsignedRelease,
  type UnsignedRelease,
  unsignedReleaseName,
} from '@linkspan/trust';
import { createPayload, type Payload } from '@linkspan/trust/sign';
import { listFiles, ownNames, readListed } from '../documents/release-folder.ts';
import { Refusal } from '../errors.ts';
import { readTextFile } from '../files.ts';
import { assertImports } from './modules.ts';
import type { Source } from './read-source.ts';

/** What a remote's build wrote, as a release to be signed. */
export interface Described {
  readonly payload: Payload;
  readonly manifest: Manifest;
  /** Where the files are. */
  readonly folder: string;
}

/**
 * Describes what the build of a remote wrote into its folder, `from`. A `version` takes the place of its package's; it
 * names the release and is in no file. Throws what `readBuilt` and `assertImports` throw, and `release/malformed`.
 */
export async function describeRelease({
  remote,
  from,
  version,
  source,
}: {
  readonly remote: string;
  readonly from: string;
  readonly version?: string | undefined;
  readonly source: Source;
}): Promise<Described> {
  const built = await readBuilt(join(from, 'dist'), remote);
  await assertImports(built.contents);
  const payload = createPayload(manifestFormat, {
    ...built.manifest,
    version: version ?? built.manifest.version,
    ...source,
    hosts: listHosts(built.contents),
  });
  return { payload, manifest: parsePayload(manifestFormat, payload.payload, remote), folder: built.folder };
}

/**
 * Reads what a build wrote into `dist`, with the bytes of each file by its path. Throws `command/not-built`, `command/altered`, `command/unlisted`,
 * `command/reserved`, `release/malformed`.
 */
async function readBuilt(dist: string, remote: string) {
  const { path, manifest } = (await readUnsigned(join(dist, unsignedReleaseName), remote)).release;
  const folder = join(dist, path);
  const listed = new Set(manifest.files.map((file) => file.path));
  const reserved = ownNames.find((one) => listed.has(one));
  if (reserved !== undefined)
    throw new Refusal(
      'command/reserved',
      `A release cannot have a file called ${reserved}: the command keeps its own under this name. Let the build call it something else.`,
    );
  const contents = new Map<string, Uint8Array>();
  for (const file of manifest.files) contents.set(file.path, await readListed(folder, file));
  const unlisted = (await listFiles(folder)).find((one) => !listed.has(one));
  if (unlisted !== undefined)
    throw new Refusal(
      'command/unlisted',
      `${join(folder, unlisted)} is not in the list that the build wrote. Build again.`,
    );
  const files = manifest.files.map((file) => ({ ...file, bytes: contents.get(file.path)?.length ?? 0 }));
  return { folder, manifest: { ...manifest, files }, contents };
}

async function readUnsigned(file: string, remote: string): Promise<UnsignedRelease> {
  const content: unknown = await readTextFile(file)
    .then(JSON.parse)
    .catch((cause: unknown) => {
      throw new Refusal(
        'command/not-built',
        `${remote} is not built: ${file} is missing or cut off. Run this again without --built.`,
        { cause },
      );
    });
  return parseUnsignedRelease(content, remote);
}

/**
 * The hosts that the files name in addresses, each once, sorted. A text that is put together is not seen; nothing
 * asks the hosts of the notices.
 */
export function listHosts(contents: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const hosts = [...contents].flatMap(([file, bytes]) => {
    if (isNotices(file)) return [];
    const found = new TextDecoder()
      .decode(bytes)
      .matchAll(/\b(?:https?|wss?):\/\/([a-z0-9][\w.-]*\w(?::\d+)?)/gi);
    return [...found].map(([, host = '']) => host.toLowerCase());
  });
  return [...new Set(hosts)].sort();
}
