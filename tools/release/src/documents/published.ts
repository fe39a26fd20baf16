import {
  type Envelope,
  type Manifest,
  manifestFormat,
  parsePayload,
  type ReleaseFile,
  type Root,
  readEnvelope,
  verifyManifest,
} from '@linkspan/trust';
import { explainRefusal, Refusal } from '../errors.ts';
import { readAll, type Store } from '../store/store.ts';
import { type LiveReleases, manifestIdOf, manifestOf } from './live.ts';
import { manifestName, releasePath, releasesFolder, versionOfPath } from './paths.ts';

/** A release in a store. */
export interface Published {
  /** The id of its manifest. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly envelope: Envelope;
}

/**
 * The manifests of a remote that are in a store, by their sequence. Parsed alone: keys that signed may be gone. What cannot
 * be read, or lies in the folder of another version, is no release.
 */
export async function listManifests(store: Store, remote: string): Promise<readonly Manifest[]> {
  const published = await listPublished(store, remote);
  const paths = published.map(({ version }) => releasePath(remote, version) + manifestName);
  return (await readAll(store, paths))
    .flatMap(({ path, bytes }) => {
      const toPayload = () => readEnvelope(manifestFormat, bytes, remote).payload;
      const manifest = parseListed(() => parsePayload(manifestFormat, toPayload(), remote));
      return manifest && manifest.version === versionOfPath(remote, path) ? [manifest] : [];
    })
    .sort((one, other) => one.sequence - other.sequence);
}

/** Every version of a remote with a manifest in a store, and when that was written (ISO 8601), the newest first. */
export async function listPublished(store: Store, remote: string) {
  return (await store.list(releasesFolder(remote)))
    .flatMap(({ path, modifiedAt }) => {
      const version = versionOfPath(remote, path);
      return version === undefined ? [] : [{ version, at: modifiedAt }];
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
    throw new Refusal(
      'command/other-manifest',
      `What ${store.address} has as the manifest of ${remote} ${version} is that of ${found}. Nothing was written. Somebody has replaced it: find out who can write to the store, and build the release again with a higher --version.`,
    );
  }
  const versions = (await listManifests(store, remote)).map((one) => one.version);
  throw new Refusal(
    'command/no-release',
    `${remote} ${version} is not published in ${store.address}. Published are: ${versions.join(', ') || 'none'}.`,
  );
}

/**
 * Releases of a live document. One with too few signatures under a root gets those that were published since, if there are
 * more of the same manifest.
 */
export async function withPublishedSignatures(
  store: Store,
  root: Root,
  releases: LiveReleases,
): Promise<LiveReleases> {
  const { remote } = root;
  const isVerified = (manifest: Envelope) =>
    verifyManifest(root, manifest).then(
      () => true,
      () => false,
    );
  return Promise.all(
    releases.map(async (release) => {
      if (await isVerified(release.manifest)) return release;
      const path = `${releasePath(remote, manifestOf(release, remote).version)}${manifestName}`;
      const manifest = await readManifest(store, remote, path).catch(() => undefined);
      const isSame = manifest && manifestIdOf(manifest) === manifestIdOf(release.manifest);
      return isSame && (await isVerified(manifest)) ? { ...release, manifest } : release;
    }),
  );
}

async function readManifest(store: Store, remote: string, path: string): Promise<Envelope | undefined> {
  const file = await store.read(path);
  return file && readEnvelope(manifestFormat, file.bytes, remote);
}

/**
 * A document that a store lists, or undefined if it cannot be read: as if it were not there, since one bad file must not
 * stop what is done with the others. Throws what is no refusal.
 */
export function parseListed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    explainRefusal(error);
    return undefined;
  }
}

/** The files of a release that a folder of a store does not have in their length. */
export async function listMissing(
  store: Store,
  folder: string,
  { files }: Pick<Manifest, 'files'>,
): Promise<readonly ReleaseFile[]> {
  const there = new Map((await store.list(folder)).map(({ path, size }) => [path, size]));
  return files.filter(({ path, bytes }) => there.get(folder + path) !== bytes);
}

/** Refuses a release that is not whole in a folder. Throws `command/files-missing`. */
export async function assertWhole(store: Store, folder: string, manifest: Manifest): Promise<void> {
  const [missing] = await listMissing(store, folder, manifest);
  if (missing === undefined) return;
  const { remote, version } = manifest;
  const path = folder + missing.path;
  throw new Refusal(
    'command/files-missing',
    `${path}, a file of ${remote} ${version}, is not in ${store.address} as it was published, so what is live was left as it is. Publish ${version} again from its release folder, which puts back what is missing.`,
  );
}
