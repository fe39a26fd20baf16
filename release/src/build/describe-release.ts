import { join } from 'node:path';
import { type Manifest, manifestFormat, parsePayload } from '@linkspan/trust';
import { createPayload, type Payload } from '@linkspan/trust/sign';
import { assertImports } from './assert-imports.ts';
import { listDependencies } from './list-dependencies.ts';
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

/**
 * Describes what the build of the remote in `from` wrote; `version` replaces the one of its package, which only names
 * the release and is in no file. Throws what `readBuilt` and `assertImports` throw, and `release/malformed`.
 */
export async function describeRelease(options: {
  readonly remote: string;
  readonly from: string;
  readonly version?: string | undefined;
  readonly source: Source;
}): Promise<Described> {
  const { remote, from, source } = options;
  const built = await readBuilt(join(from, 'dist'), remote);
  await assertImports(built.contents);
  const payload = createPayload(manifestFormat, {
    ...built.manifest,
    version: options.version ?? built.manifest.version,
    ...source,
    dependencies: await listDependencies(from),
    hosts: listHosts(built.contents),
  });
  return { payload, manifest: parsePayload(manifestFormat, payload.payload, remote), folder: built.folder };
}
