import { list, Malformed, type Shape, text } from '@linkspan/contract';
import { type Bytes, base64, subtle, toHex, utf8 } from './bytes.ts';
import { atBorder, type Format, readJson } from './format.ts';
import { hash, openRecord } from './forms.ts';
import type { KeyId } from './key.ts';

/** One signature over the statement of an envelope. */
export interface Signature {
  readonly keyid: KeyId;
  /** The 64 bytes of an Ed25519 signature; base64 in the document. */
  readonly sig: Bytes;
}

/**
 * A payload with its type and its signatures, in the manner of DSSE v1: exactly these fields, the standard base64 alphabet, a
 * keyid with each signature. A reader interprets no unsigned field. The payload is text: every payload is JSON, and base64
 * within base64 would double the bytes. Unlike in DSSE, a short statement is signed in its place: see `toStatement`.
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

/**
 * The bytes that are signed: four lines of ASCII, each with its line break, with the payload's type, its length in bytes, and
 * its SHA-512 in lowercase hexadecimal. They are some 200 bytes, since hardware and key services sign no long messages by
 * Ed25519, which hashes a message twice.
 */
export async function toStatement({
  payloadType,
  payload,
}: Pick<Envelope, 'payloadType' | 'payload'>): Promise<Bytes> {
  const digest = toHex(new Uint8Array(await subtle.digest('SHA-512', payload)));
  const lines = ['linkspan-statement-v1', payloadType, payload.length, digest];
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}
