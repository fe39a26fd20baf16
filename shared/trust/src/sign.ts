import type { Bytes } from './bytes.ts';
import { compareVersions } from './compare-versions.ts';
import { type Envelope, toStatement } from './envelope.ts';
import { type Format, parsePayload } from './format.ts';
import { type Key, type KeyId, keyidOf } from './key.ts';
import type { Manifest } from './manifest.ts';
import { refusal } from './refusal.ts';

/** A key with both its halves. */
export interface KeyPair extends Signer {
  readonly keyid: KeyId;
  readonly key: Key;
  /** The private half, as PKCS #8 bytes. */
  toPkcs8(): Promise<Bytes>;
}

/** A new Ed25519 key. */
export async function createKeyPair(kind: Key['kind']): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  return toKeyPair(kind, pair.privateKey);
}

/** The key pair of a private key in PKCS #8. Rejects with the platform's own error if it is no Ed25519 key. */
export async function openKeyPair(kind: Key['kind'], pkcs8: Bytes): Promise<KeyPair> {
  return toKeyPair(kind, await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']));
}

async function toKeyPair(kind: Key['kind'], privateKey: CryptoKey): Promise<KeyPair> {
  const raw = await publicOf(privateKey);
  return {
    keyid: await keyidOf(raw),
    key: { kind, public: raw },
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message)),
    toPkcs8: async () => new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)),
  };
}

/** WebCrypto exports the public half of a private key in its JWK form alone. */
async function publicOf(privateKey: CryptoKey): Promise<Bytes> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const binary = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The owner of a private key: a file, a key store, a piece of hardware. */
export interface Signer {
  readonly keyid: KeyId;
  /** The 64 bytes of an Ed25519 signature over exactly these bytes. */
  sign(message: Bytes): Promise<Bytes>;
}

/** A payload in an envelope, signed by each signer. */
export function signEnvelope(payload: Payload, signers: readonly Signer[]): Promise<Envelope> {
  return addSignatures({ ...payload, signatures: [] }, signers);
}

/** The envelope with the signers' signatures; one that a signer gave before is replaced. Sorted by keyid. */
export async function addSignatures(envelope: Envelope, signers: readonly Signer[]): Promise<Envelope> {
  const message = await toStatement(envelope);
  const added = await Promise.all(
    signers.map(async ({ keyid, sign }) => ({ keyid, sig: await sign(message) })),
  );
  const others = envelope.signatures.filter(({ keyid }) => !added.some((one) => one.keyid === keyid));
  const signatures = [...others, ...added].sort((one, other) => (one.keyid < other.keyid ? -1 : 1));
  return { ...envelope, signatures };
}

/** The bytes of an envelope, as they are stored. */
export function toEnvelopeBytes({ payloadType, payload, signatures }: Envelope): Bytes {
  return toCanonicalJson({ payloadType, payload, signatures });
}

/** A payload to be signed. */
export interface Payload {
  readonly payloadType: string;
  readonly payload: Bytes;
}

/**
 * The payload of a document: the same value gives the same bytes. It is parsed again, so that nobody signs a document that
 * the page would refuse. Throws `release/malformed` with the place, and as the format throws.
 */
export function createPayload<Value>(format: Format<Value>, value: Value): Payload {
  const payload = toCanonicalJson(value);
  const named = (value as { readonly remote?: string }).remote ?? 'host';
  parsePayload(format, payload, named);
  return { payloadType: format.payloadType, payload };
}

/**
 * A value as JSON bytes: keys in the order of their UTF-16 units, no spaces, a newline at the end. Bytes are base64, but an
 * envelope's payload is text.
 */
export function toCanonicalJson(value: unknown): Bytes {
  return new TextEncoder().encode(`${JSON.stringify(value, sortKeys)}\n`);
}

/** Bytes as base64: the standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function sortKeys(key: string, value: unknown): unknown {
  if (value instanceof Uint8Array)
    return key === 'payload' ? new TextDecoder('utf-8', { fatal: true }).decode(value) : toBase64(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Numbered = Pick<Manifest, 'remote' | 'version' | 'sequence'>;

/**
 * A release to be published must rise above each that was published, in its sequence and in its version (by the
 * precedence of Semantic Versioning 2.0.0, section 11). Throws `release/older`.
 */
export function assertNewer(offered: Numbered, published: readonly Numbered[]): void {
  for (const seen of published) {
    const isOlder = offered.sequence <= seen.sequence;
    const document = isOlder ? 'sequence' : 'version';
    if (isOlder || compareVersions(offered.version, seen.version) <= 0)
      throw refusal('release/older', {
        remote: offered.remote,
        document,
        seen: seen[document],
        offered: offered[document],
      });
  }
}
