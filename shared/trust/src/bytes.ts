import { Malformed, type Shape, tryTo } from '@linkspan/contract';

/**
 * Read once, so that a later polyfill cannot break verification by accident. Undefined in a browser without WebCrypto: any
 * use fails then.
 */
export const subtle: SubtleCrypto = globalThis.crypto?.subtle;

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes written as base64: the standard alphabet, padded, canonical. `length` is their number. */
export function base64(length: number): Shape<Bytes> {
  return (value, place) => {
    const bytes = decode(value);
    if (bytes?.length === length) return bytes;
    throw new Malformed(place, 'base64');
  };
}

/** The UTF-8 bytes of a text that has no mark and no lone surrogates: one text for the same bytes. */
export const utf8: Shape<Bytes> = (value, place) => {
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value);
    if (new TextDecoder().decode(bytes) === value) return bytes;
  }
  throw new Malformed(place, 'text in UTF-8');
};

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
  const binary = tryTo(() => atob(value));
  // One value has one text: atob alone takes white space, missing padding and stray bits.
  if (binary === undefined || btoa(binary) !== value) return undefined;
  return Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
}
