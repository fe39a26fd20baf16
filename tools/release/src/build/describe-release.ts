import { join } from 'node:path';
import { type Manifest, manifestFormat, parsePayload } from '@linkspan/trust';
import { createPayload, type Payload } from '@linkspan/trust/sign';
import { assertImports } from './assert-imports.ts';
import { listHosts } from './list-hosts.ts';
import { readBuilt } from './read-built.ts';
import type { Source } from './read-source.ts';

/** What a remote's build wrote, as a release to be signed. */
export interface Described {
  readonly payload: Payload;
  readonly manifest: Manifest;
  /** Where the files are. */
  readonly folder: string;
}

/** What a release is described from. */
export interface Build {
  readonly remote: string;
  /** The folder of the remote, built. */
  readonly from: string;
  /** In place of the one of its package; it only names the release and is in no file. */
  readonly version?: string | undefined;
  readonly source: Source;
}

/**
 * Describes what the build of a remote wrote. Throws what `readBuilt` and `assertImports` throw, and
 * `release/malformed`.
 */
export async function describeRelease({ remote, from, version, source }: Build): Promise<Described> {
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
