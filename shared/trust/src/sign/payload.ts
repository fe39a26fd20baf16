import type { Bytes } from '../bytes.ts';
import { type Format, parsePayload } from '../format.ts';
import { toCanonicalJson } from './canonical-json.ts';

/** What is to be signed. */
export interface Payload {
  readonly payloadType: string;
  readonly payload: Bytes;
}

/**
 * The payload of a document: the same value gives the same bytes. It is read back before it is answered, so that
 * nothing is signed which the page would refuse. Throws `release/malformed` with the place, and what the format throws.
 */
export function createPayload<Value>(format: Format<Value>, value: Value): Payload {
  const payload = toCanonicalJson(value);
  const named = (value as { readonly remote?: string }).remote ?? 'host';
  parsePayload(format, payload, named);
  return { payloadType: format.payloadType, payload };
}
