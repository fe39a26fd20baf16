import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What sets a signed message apart from a transaction: 2 to the 31st, plus 413. */
const NEP413_TAG = 2_147_484_061;

/** A message as NEP-413 has it. */
export interface Nep413Message {
  readonly message: string;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** For whom the message is, such as `app.near` or `app.example`. */
  readonly recipient: string;
  /** Where a wallet that leaves the page brings the answer. */
  readonly callbackUrl?: string | undefined;
}

/** The 32 bytes that are signed: sha256 over tag and message in Borsh. */
export function toNep413Hash(message: Nep413Message): Uint8Array {
  return sha256(toNep413Payload(message));
}

/** The bytes under the hash: tag and message in Borsh. */
export function toNep413Payload({ message, nonce, recipient, callbackUrl }: Nep413Message): Uint8Array {
  if (nonce.length !== 32) throw new RangeError('The nonce must have 32 bytes.');
  const callback =
    callbackUrl === undefined ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), toText(callbackUrl));
  return concatBytes(toU32(NEP413_TAG), toText(message), nonce, toText(recipient), callback);
}

function toText(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(toU32(bytes.length), bytes);
}

function toU32(number: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}
