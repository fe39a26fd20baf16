import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type LivePayload,
  liveFormat,
  type Manifest,
  manifestFormat,
  newestRootName,
  parsePayload,
  type Root,
  readEnvelope,
  rootFormat,
} from '@linkspan/trust';
import {
  addSignatures,
  createKeyPair,
  createPayload,
  type KeyPair,
  signEnvelope,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';

/** Makes the store of one remote after the other, signed by keys that are made for this and kept nowhere. */
export interface StoreSigner {
  /** The release in a folder, live for all: its very manifest and files. Returns the manifest and where the files are. */
  writeLive(release: string): Promise<{ readonly manifest: Manifest; readonly path: string }>;
  /** A remote of which nothing is live. */
  writeWithdrawn(remote: string): Promise<void>;
}

const lifeMs = 24 * 60 * 60 * 1000;

/** A signer of remotes below the folder of a store. `now` in milliseconds since 1970. */
export async function createStoreSigner(store: string, now: number): Promise<StoreSigner> {
  const [person, online] = await Promise.all([createKeyPair('person'), createKeyPair('online')]);
  const life = { issuedAt: toInstant(now), expiresAt: toInstant(now + lifeMs) };

  async function write(remote: string, releases: LivePayload['releases']): Promise<void> {
    const root = createPayload(rootFormat, toRoot(remote, { person, online }, life.expiresAt));
    const live = createPayload(liveFormat, { remote, version: 1, root: 1, ...life, releases });
    await mkdir(join(store, remote, 'root'), { recursive: true });
    const rootBytes = toEnvelopeBytes(await signEnvelope(root, [person]));
    for (const path of ['root/1.json', newestRootName]) await writeFile(join(store, remote, path), rootBytes);
    await writeFile(join(store, remote, 'live.json'), toEnvelopeBytes(await signEnvelope(live, [online])));
  }

  return {
    writeWithdrawn: (remote) => write(remote, []),
    async writeLive(release) {
      const bytes = new Uint8Array(await readFile(join(release, 'manifest.json')));
      const built = readEnvelope(manifestFormat, bytes, release);
      const manifest = parsePayload(manifestFormat, built.payload, release);
      const path = `releases/${manifest.version}/`;
      for (const file of manifest.files)
        await copyFile(join(release, file.path), join(store, manifest.remote, path, file.path));
      const signed = await addSignatures({ ...built, signatures: [] }, [person]);
      await write(manifest.remote, [{ share: 100, path, manifest: signed }]);
      return { manifest, path };
    },
  };
}

function toRoot(
  remote: string,
  { person, online }: Readonly<Record<'person' | 'online', KeyPair>>,
  expiresAt: string,
): Root {
  return {
    remote,
    version: 1,
    expiresAt,
    keys: { [person.keyid]: person.key, [online.keyid]: online.key },
    roles: {
      root: { keyids: [person.keyid], threshold: 1 },
      release: { keyids: [person.keyid], threshold: 1, persons: 1 },
      live: { keyids: [online.keyid], threshold: 1 },
    },
    floor: 0,
    revoked: [],
  };
}

async function copyFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}

/** ISO 8601 to the second. */
function toInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, '');
}
