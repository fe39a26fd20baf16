import { Misshapen, oneOf, record, text } from '@linkspan/contract';
import { type Bytes, isOfSmallOrder, type Key } from '@linkspan/trust';
import { type KeyPair, openKeyPair } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';

const kind = oneOf(['person', 'online']);
const raw = text('32 bytes in base64', (value) => /^[A-Za-z0-9+/]{43}=$/.test(value));
const whole = record({ kind, public: raw, private: text('PKCS #8 in base64') });
const half = record({ kind, public: raw });

/** The key of a public key file's text. `place` names it for people. Throws `command/key-malformed`. */
export function parsePublicKey(content: string, place: string): Key {
  return orMalformed(place, () => {
    const found = half(JSON.parse(content), place);
    const raw = fromBase64(found.public);
    if (isOfSmallOrder(Buffer.from(raw).toString('hex'))) throw new Misshapen(place, 'a safe key');
    return { kind: found.kind, public: raw };
  });
}

/** Both halves of a key from the text of its file. Throws `command/key-malformed`. */
export async function parseKey(content: string, place: string): Promise<KeyPair> {
  const found = orMalformed(place, () => whole(JSON.parse(content), place));
  try {
    return await openKeyPair(found.kind, fromBase64(found.private));
  } catch (cause) {
    throw new CommandError('command/key-malformed', { place }, { cause });
  }
}

/** Base64 as bytes. */
export function fromBase64(content: string): Bytes {
  return new Uint8Array(Buffer.from(content, 'base64'));
}

function orMalformed<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CommandError('command/key-malformed', { place }, { cause });
  }
}
