import { createHash } from 'node:crypto';
import { base64 } from '@scure/base';
import { deserialize, serialize } from 'borsh';
import nacl from 'tweetnacl';
import { expect, it } from 'vitest';
import { firstNearKeys } from './near-keys.ts';
import { signNearMessage } from './near-signer.ts';
import { toNep413Payload } from './nep413.ts';

const schema = {
  struct: {
    tag: 'u32',
    message: 'string',
    nonce: { array: { type: 'u8', len: 32 } },
    recipient: 'string',
    callbackUrl: { option: 'string' },
  },
} as const;
const nonce = Uint8Array.from({ length: 32 }, (_, at) => at);

it.each([
  ['without', undefined],
  ['with', 'https://ferry.example/in'],
])('writes the same bytes as the borsh library %s a callback', (_how, callbackUrl) => {
  const message = { message: 'Grüße ⛴', nonce, recipient: 'ferry.near', callbackUrl };
  const expected = serialize(schema, { ...message, tag: 2147484061, callbackUrl: callbackUrl ?? null });
  expect(toNep413Payload(message)).toEqual(expected);
  expect(deserialize(schema, toNep413Payload(message))).toMatchObject({ tag: 2 ** 31 + 413 });
});

it('refuses a nonce that has not 32 bytes', () => {
  const message = { message: '', nonce: new Uint8Array(31), recipient: 'ferry.near' };
  expect(() => toNep413Payload(message)).toThrow(RangeError);
});

it('signs the hash of the payload, as tweetnacl verifies', () => {
  const message = { message: 'Hello', nonce, recipient: 'ferry.near' };
  const [key] = firstNearKeys;
  const { signature, publicKey, accountId } = signNearMessage(message, key);
  const hash = createHash('sha256').update(toNep413Payload(message)).digest();
  const raw = nacl.sign.keyPair.fromSeed(key.seed).publicKey;
  expect(nacl.sign.detached.verify(hash, base64.decode(signature), raw)).toBe(true);
  expect({ publicKey, accountId }).toEqual({ publicKey: key.publicKey, accountId: key.accountId });
});
