import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The bytes under the hash that NEP-413 signs: 2^31 + 413, then message, nonce, recipient and callback, in Borsh. */
export function toNep413Payload(message: {
  readonly message: string;
  readonly nonce: Uint8Array;
  readonly recipient: string;
  readonly callbackUrl?: string | undefined;
}): Uint8Array {
  const { nonce, recipient, callbackUrl } = message;
  return concatBytes(
    toU32(2_147_484_061),
    toText(message.message),
    nonce,
    toText(recipient),
    ...(callbackUrl === undefined ? [Uint8Array.of(0)] : [Uint8Array.of(1), toText(callbackUrl)]),
  );
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
