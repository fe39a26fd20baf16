import type { Bytes } from '@linkspan/trust';

/** A verified document's bytes as the text that storage takes. It is sound UTF-8, so that no byte is lost. */
export function toText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The bytes of a text from storage. */
export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}
