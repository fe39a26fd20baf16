import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { isBase58, isKey } from './keys.ts';

it.each([
  ['32 bytes', base58.encode(new Uint8Array(32).fill(255)), true],
  ['zeros', '1'.repeat(32), true],
  ['33 bytes in the digits of 32', base58.encode(new Uint8Array(33).fill(1)), false],
  ['31 bytes', base58.encode(new Uint8Array(31).fill(1)), false],
  ['other characters', '0'.repeat(44), false],
])('of %s in base58 can be a key or a hash: %s, %s', (_, text, isOne) => {
  expect([isBase58(text), isKey(`ed25519:${text}`), isKey(text)]).toEqual([isOne, isOne, false]);
});
