import {
  type Envelope,
  type Manifest,
  manifestFormat,
  parsePayload,
  type Root,
  readEnvelope,
  verifyManifest,
} from '@linkspan/trust';
import { CommandError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { manifestName, releasePath, releasesFolder } from './paths.ts';

/** A release in a store. */
export interface Published {
  /** The id of its manifest. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly envelope: Envelope;
}

/** The manifests of a remote that are in a store, by their sequence. Parsed alone: keys that signed may be gone. */
export async function listManifests(store: Store, remote: string): Promise<readonly Manifest[]> {
  const form = new RegExp(`^${remote}/releases/\\d[^/]*/${manifestName.replace('.', '\\.')}$`);
  const entries = await store.list(releasesFolder(remote));
  const envelopes = await Promise.all(
    entries.filter(({ path }) => form.test(path)).map(({ path }) => readManifest(store, remote, path)),
  );
  return envelopes
    .flatMap((one) => (one ? [parsePayload(manifestFormat, one.payload, remote)] : []))
    .sort((one, other) => one.sequence - other.sequence);
}

/** A version with a manifest in a store, and when that was written (ISO 8601). */
export interface PublishedVersion {
  readonly version: string;
  readonly at: string;
}

/** Every version of a remote that is in a store, the newest first. Manifests are not read: one may be malformed. */
export async function listPublished(store: Store, remote: string): Promise<readonly PublishedVersion[]> {
  const folder = releasesFolder(remote);
  const entries = await store.list(folder);
  return entries
    .flatMap(({ path, modifiedAt }) => {
      const [version = '', name, ...rest] = path.slice(folder.length).split('/');
      const isManifest = /^\d/.test(version) && name === manifestName && rest.length === 0;
      return isManifest ? [{ version, at: modifiedAt }] : [];
    })
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/**
 * One published release, verified. Rejects with `command/no-release`, with what `verifyManifest` rejects with, and with
 * `command/other-manifest` if somebody has put that of another version in its place.
 */
export async function readRelease(store: Store, root: Root, version: string): Promise<Published> {
  const { remote } = root;
  const envelope = await readManifest(store, remote, `${releasePath(remote, version)}${manifestName}`);
  if (envelope !== undefined) {
    const verified = await verifyManifest(root, envelope);
    const found = verified.manifest.version;
    if (found === version) return { envelope, ...verified };
    throw new CommandError('command/other-manifest', { remote, version, found, store: store.address });
  }
  const versions = (await listManifests(store, remote)).map((one) => one.version);
  throw new CommandError('command/no-release', {
    remote,
    version,
    store: store.address,
    published: versions.join(', ') || 'none',
  });
}

async function readManifest(store: Store, remote: string, path: string): Promise<Envelope | undefined> {
  const file = await store.read(path);
  return file && readEnvelope(manifestFormat, file.bytes, remote);
}
