import type { Bytes } from '../bytes.ts';
import type { Envelope } from '../envelope.ts';
import type { Keys } from '../key.ts';
import { type LivePayload, liveFormat } from '../live.ts';
import { type Manifest, manifestFormat } from '../manifest.ts';
import { type Root, rootFormat } from '../root.ts';
import type { HostKeys } from '../seal.ts';
import { createKeyPair, type KeyPair, signEnvelope, toCanonicalJson, toEnvelopeBytes } from '../sign.ts';

/** Fields to be replaced, soundly or not. */
export type Changes<Value> = Partial<Record<keyof Value, unknown>> & Record<string, unknown>;

/**
 * The keys and documents of one remote, really signed. It signs any value, so that a test can have any
 * document wrong in any way; without changes and signers all is as it should be.
 */
export interface Repository {
  readonly remote: string;
  /** The root needs two of these; a release needs two of the first two and the machine, one of them a person. */
  readonly people: readonly [KeyPair, KeyPair, KeyPair];
  readonly machine: KeyPair;
  /** Signs live documents. */
  readonly online: KeyPair;
  /** A key that no role names. */
  readonly stranger: KeyPair;
  /** Version 1. */
  readonly root: Root;
  /** The next root, version 2. */
  signRoot(changes?: Changes<Root>, signers?: readonly KeyPair[]): Promise<Bytes>;
  signManifest(changes?: Changes<Manifest>, signers?: readonly KeyPair[]): Promise<Envelope>;
  /** With one release for all visitors, by default. */
  signLive(changes?: Changes<LivePayload>, signers?: readonly KeyPair[]): Promise<Bytes>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** An instant in ISO 8601, some days from a time in milliseconds since 1970. */
export function toInstant(now: number, days = 0): string {
  return new Date(now + days * dayMs).toISOString().replace(/\.\d+/, '');
}

/** A repository with new keys. `now` in milliseconds since 1970. */
export async function createRepository(remote: string, now: number): Promise<Repository> {
  const [first, second, third, machine, online, stranger] = await Promise.all([
    createKeyPair('person'),
    createKeyPair('person'),
    createKeyPair('person'),
    createKeyPair('online'),
    createKeyPair('online'),
    createKeyPair('person'),
  ]);
  const people = [first, second, third] as const;
  const root: Root = {
    remote,
    version: 1,
    expiresAt: toInstant(now, 365),
    keys: toKeys([...people, machine, online]),
    roles: {
      root: { keyids: [first.keyid, second.keyid, third.keyid], threshold: 2 },
      release: { keyids: [first.keyid, second.keyid, machine.keyid], threshold: 2, persons: 1 },
      live: { keyids: [online.keyid], threshold: 1 },
    },
    floor: 1,
    revoked: [],
  };
  const signManifest: Repository['signManifest'] = (changes, signers = [first, machine]) =>
    signValue(manifestFormat.payloadType, { ...soundManifest(remote, now), ...changes }, signers);

  return {
    remote,
    people,
    machine,
    online,
    stranger,
    root,
    signManifest,
    async signRoot(changes, signers = [first, second]) {
      return toEnvelopeBytes(
        await signValue(rootFormat.payloadType, { ...root, version: 2, ...changes }, signers),
      );
    },
    async signLive(changes, signers = [online]) {
      const live: LivePayload = {
        remote,
        version: 1,
        root: 1,
        issuedAt: toInstant(now),
        expiresAt: toInstant(now, 7),
        releases: [{ share: 100, path: 'releases/1.2.3/', manifest: await signManifest() }],
      };
      return toEnvelopeBytes(await signValue(liveFormat.payloadType, { ...live, ...changes }, signers));
    },
  };
}

/** Keys by their ids, as a root has them. */
export function toKeys(pairs: readonly KeyPair[]): Keys {
  return Object.fromEntries(pairs.map(({ keyid, key }) => [keyid, key]));
}

/** Any value as a signed payload of any type. */
export function signValue(
  payloadType: string,
  value: unknown,
  signers: readonly KeyPair[],
): Promise<Envelope> {
  return signEnvelope({ payloadType, payload: toCanonicalJson(value) }, signers);
}

/** A manifest without fault. */
export function soundManifest(remote: string, now: number): Manifest {
  const integrity = `sha384-${'A'.repeat(64)}`;
  const paths = ['assets/vendor.js', 'discovery-abc.js', 'remoteEntry-abc.js'];
  return {
    remote,
    version: '1.2.3',
    sequence: 3,
    contract: '2.0',
    shared: { react: '^19.0.0', 'react-dom/client': '^19.0.0' },
    discovery: 'discovery-abc.js',
    entry: 'remoteEntry-abc.js',
    preload: ['remoteEntry-abc.js', 'assets/vendor.js'],
    files: paths.map((path) => ({ path, bytes: 10, integrity })),
    commit: '0123456789abcdef0123456789abcdef01234567',
    repository: 'https://code.example/wallets',
    dependencies: ['viem@2.57.1'],
    hosts: ['rpc.example'],
    builtAt: toInstant(now, -1),
  };
}

/** The host team with two keys, of which one is needed. */
export interface HostTeam {
  readonly pairs: readonly [KeyPair, KeyPair];
  readonly hostKeys: HostKeys;
}

/** A host team with new keys. */
export async function createHostTeam(): Promise<HostTeam> {
  const pairs = [await createKeyPair('person'), await createKeyPair('person')] as const;
  return {
    pairs,
    hostKeys: {
      keys: toKeys(pairs),
      role: { keyids: [pairs[0].keyid, pairs[1].keyid], threshold: 1 },
    },
  };
}
