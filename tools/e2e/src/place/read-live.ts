import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LivePayload,
  liveFormat,
  type Manifest,
  manifestFormat,
  parsePayload,
  readEnvelope,
} from '@linkspan/trust';

/** A live release, as its document says; nothing is verified. */
export interface LiveRelease {
  readonly path: string;
  readonly share: number;
  readonly manifest: Manifest;
}

/** What the live document in a remote's folder of a store says. */
export async function readLiveDocument(
  folder: string,
): Promise<Omit<LivePayload, 'releases'> & { readonly releases: readonly LiveRelease[] }> {
  const bytes = new Uint8Array(await readFile(join(folder, 'live.json')));
  const live = parsePayload(liveFormat, readEnvelope(liveFormat, bytes, folder).payload, folder);
  const releases = live.releases.map(({ path, share, manifest }) => ({
    path,
    share,
    manifest: parsePayload(manifestFormat, manifest.payload, folder),
  }));
  return { ...live, releases };
}

/** The one live release of a remote. */
export async function readLive(folder: string): Promise<LiveRelease> {
  const { releases } = await readLiveDocument(folder);
  const [only, ...more] = releases;
  if (only === undefined || more.length > 0)
    throw new Error(`${folder} has ${releases.length} live releases in place of one.`);
  return only;
}
