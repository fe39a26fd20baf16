import type { Bytes } from '../bytes.ts';

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
