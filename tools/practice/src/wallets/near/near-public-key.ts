import { base58 } from '@scure/base';
import { isRecord } from '../shape.ts';
import { invalidParams } from '../wallet-error.ts';

/** An ed25519 key in the form that NEAR's Borsh schema has. */
export interface BorshPublicKey {
  readonly ed25519Key: { readonly data: Uint8Array };
}

/** Reads an ed25519 key: `ed25519:` and base58, or the object of NEAR's libraries. Throws -32602. */
export function parseNearPublicKey(value: unknown): BorshPublicKey {
  const data = typeof value === 'string' ? decode(value) : readData(value);
  if (data?.length === 32) return { ed25519Key: { data } };
  throw invalidParams('A public key must be ed25519: and 32 bytes in base58.');
}

function decode(text: string): Uint8Array | undefined {
  const [, digits] = /^ed25519:([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text) ?? [];
  return digits === undefined ? undefined : base58.decode(digits);
}

function readData(value: unknown): Uint8Array | undefined {
  const key = isRecord(value) ? value.ed25519Key : undefined;
  return isRecord(key) ? toBytes(key.data) : undefined;
}

/** Takes bytes that may come as a plain list of numbers, as Borsh decodes them. */
export function toBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return Array.isArray(value) ? Uint8Array.from(value, Number) : undefined;
}
