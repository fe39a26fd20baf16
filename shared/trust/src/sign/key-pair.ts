import type { Bytes } from '../bytes.ts';
import { type Key, type KeyId, keyidOf } from '../key.ts';
import type { Signer } from './sign-envelope.ts';

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

/** The key pair of a private key in PKCS #8. Rejects with the platform's own error where it is none of Ed25519. */
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

/** WebCrypto tells the public half of a private key in its JWK form alone. */
async function publicOf(privateKey: CryptoKey): Promise<Bytes> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const binary = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
