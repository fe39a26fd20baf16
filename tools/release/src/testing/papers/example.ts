import { createHash } from 'node:crypto';
import { liveFormat, manifestFormat, type Root, rootFormat } from '@linkspan/trust';
import {
  createPayload,
  type KeyPair,
  openKeyPair,
  signEnvelope,
  toBase64,
  toEnvelopeBytes,
} from '@linkspan/trust/sign';
import { livePath, manifestName, releasePath, rootPath } from '../../documents/paths.ts';

const remote = 'remote-demo';
const version = '1.0.0';
const files = {
  'discovery.js': '/** No wallets: this is an example to be read. */\nexport const discover = () => [];\n',
  'remoteEntry.js': '/** Nothing to mount: this is an example to be read. */\nexport const get = () => {};\n',
};

/** The worked example of the format reference: its keys, and what is in its store, by path. */
export interface Example {
  readonly person: KeyPair;
  readonly online: KeyPair;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The same bytes each time: the keys are the first two of RFC 8032, section 7.1, and the time stands still. */
export async function createExample(): Promise<Example> {
  const person = await openSeed('person', '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
  const online = await openSeed('online', '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const manifest = await signEnvelope(createPayload(manifestFormat, describeRelease()), [person]);
  const live = {
    remote,
    version: 1,
    root: 1,
    issuedAt: '2026-11-05T12:00:00Z',
    expiresAt: '2026-11-12T12:00:00Z',
    since: '2026-11-05T12:00:00Z',
    releases: [{ share: 100, path: `releases/${version}/`, manifest }],
  };
  const sign = async (payload: ReturnType<typeof createPayload>, key: KeyPair) =>
    toEnvelopeBytes(await signEnvelope(payload, [key]));
  const release = releasePath(remote, version);
  return {
    person,
    online,
    files: new Map([
      [rootPath(remote, 1), await sign(createPayload(rootFormat, createRoot(person, online)), person)],
      [livePath(remote), await sign(createPayload(liveFormat, live), online)],
      [release + manifestName, toEnvelopeBytes(manifest)],
      ...Object.entries(files).map(
        ([name, text]) => [release + name, new TextEncoder().encode(text)] as const,
      ),
    ]),
  };
}

/** The text that the manifest lists for a file of the example. */
export function integrityOf(name: keyof typeof files): string {
  return `sha384-${createHash('sha384').update(files[name]).digest('base64')}`;
}

function openSeed(kind: 'person' | 'online', seed: string): Promise<KeyPair> {
  const head = '302e020100300506032b657004220420';
  return openKeyPair(kind, new Uint8Array(Buffer.from(head + seed, 'hex')));
}

function createRoot(person: KeyPair, online: KeyPair): Root {
  const roleOf = ({ keyid }: KeyPair) => ({ keyids: [keyid] as const, threshold: 1 });
  return {
    remote,
    version: 1,
    expiresAt: '2027-11-05T12:00:00Z',
    keys: { [person.keyid]: person.key, [online.keyid]: online.key },
    roles: { root: roleOf(person), release: { ...roleOf(person), persons: 1 }, live: roleOf(online) },
    floor: 0,
    revoked: [],
  };
}

function describeRelease() {
  return {
    remote,
    version,
    sequence: 1,
    contract: '1.1',
    shared: {},
    discovery: 'discovery.js',
    entry: 'remoteEntry.js',
    preload: ['remoteEntry.js'],
    files: Object.entries(files).map(([path, text]) => ({
      path,
      bytes: Buffer.byteLength(text),
      integrity: integrityOf(path as keyof typeof files),
    })),
    commit: '0123456789abcdef0123456789abcdef01234567',
    dependencies: [],
    hosts: [],
    builtAt: '2026-11-05T11:00:00Z',
  };
}

/** A key's 32 raw bytes as documents write them. */
export function publicOf({ key }: KeyPair): string {
  return toBase64(key.public);
}
