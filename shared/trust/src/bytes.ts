import { Malformed, type Shape } from '@linkspan/contract';

/**
 * Taken once, so that a polyfill that replaces it later cannot break verification by accident. Undefined in a browser
 * without WebCrypto: whoever uses it fails then.
 */
export const subtle: SubtleCrypto = globalThis.crypto?.subtle;

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes written as base64: the standard alphabet, padded, canonical. `length`, where given, is how many there are. */
export function base64(length?: number): Shape<Bytes> {
  return (value, place) => {
    const bytes = decode(value);
    if (bytes !== undefined && bytes.length === (length ?? bytes.length)) return bytes;
    throw new Malformed(place, 'base64');
  };
}

/** Bytes as lowercase hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The SHA-256 of bytes, in lowercase hexadecimal. */
export async function sha256(bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

function decode(value: unknown): Bytes | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const binary = atob(value);
    // One value has one text: atob alone takes white space, missing padding and stray bits.
    if (btoa(binary) === value) return toBytes(binary);
  } catch {
    // What atob refuses is no base64.
  }
  return undefined;
}

/** Documents are ASCII, which is UTF-8 as it stands: the platform does at once what takes a slow page some ms by steps. */
function toBytes(binary: string): Bytes {
  const encoded = new TextEncoder().encode(binary);
  return encoded.length === binary.length ? encoded : toEach(binary);
}

/** Ten times as fast as `Uint8Array.from`, which counts where documents hold documents. */
function toEach(binary: string): Bytes {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
