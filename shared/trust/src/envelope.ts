import { list, Malformed, type Shape, text } from '@linkspan/contract';
import { type Bytes, base64, utf8 } from './bytes.ts';
import { atBorder, type Format, readJson } from './format.ts';
import { hash, openRecord } from './forms.ts';
import type { KeyId } from './key.ts';

/** One signature over the pre-authentication encoding of an envelope. */
export interface Signature {
  readonly keyid: KeyId;
  /** The 64 bytes of an Ed25519 signature; base64 in the document. */
  readonly sig: Bytes;
}

/**
 * An envelope signed as DSSE v1 says. Stricter than DSSE allows: exactly these fields, the standard base64 alphabet, a
 * keyid with each signature. A reader interprets no unsigned field. Unlike DSSE's own JSON, the payload is text: every
 * payload is JSON, and base64 within base64 would double the bytes.
 */
export interface Envelope {
  readonly payloadType: string;
  /** Text in the document. */
  readonly payload: Bytes;
  readonly signatures: readonly Signature[];
}

/**
 * Exactly these fields. An error for one more names its object instead of the field, whose name is unverified text, and
 * errors are shown to people.
 */
const closed = <Shapes extends Record<string, Shape<unknown>>>(shapes: Shapes) => {
  const shape = openRecord(shapes);
  return ((value, place) => {
    const read = shape(value, place);
    if (Object.keys(value as object).length > Object.keys(shapes).length)
      throw new Malformed(place, 'without other fields');
    return read;
  }) as typeof shape;
};

/** At most 16 signatures. */
export const envelopeShape: Shape<Envelope> = closed({
  payloadType: text(),
  payload: utf8,
  signatures: list(closed({ keyid: hash, sig: base64(64) }), 16),
});

/** The envelope of a document from its bytes; nothing is verified. Throws `release/malformed` with the place. */
export function readEnvelope(format: Format<unknown>, bytes: Uint8Array, remote: string): Envelope {
  return atBorder(remote, () => envelopeShape(readJson(bytes, format.mostBytes, format.name), format.name));
}

/** The bytes that are signed: DSSE's pre-authentication encoding, `DSSEv1 LEN type LEN payload`. */
export function toPae({ payloadType, payload }: Pick<Envelope, 'payloadType' | 'payload'>): Bytes {
  const encoder = new TextEncoder();
  const type = encoder.encode(payloadType);
  const head = encoder.encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}
