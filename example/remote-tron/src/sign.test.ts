import type { AccountId } from '@linkspan/contract';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { addresses } from '../practice/chain.js';
import { type Signer, sign } from './sign.ts';

const [own = '', other = ''] = addresses;

/** A signature as tronWeb writes it, by the first practice account. */
function toSignature(text: string): string {
  const digest = keccak_256(utf8ToBytes(`\x19TRON Signed Message:\n${utf8ToBytes(text).length}${text}`));
  const key = new Uint8Array(32).fill(1, 31);
  const [recovery = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(Uint8Array.from([...rest, recovery + 27]))}`;
}

const toSigner = (answer: unknown, address = own): Signer => ({
  provider: { sign: async () => answer } as never,
  wallet: 'Harbour',
  account: `tron:0x2b6653dc:${address}` as AccountId,
  signal: new AbortController().signal,
});

describe('a signature', () => {
  it.each(['Ahoy', 'Tschüss ⚓'])('of %s is verified', async (text) => {
    expect(await sign(toSigner(toSignature(text)), text)).toMatchObject({ message: text, isVerified: true });
  });

  it.each([
    ['by another account', 'wallet/other-signer', toSigner(toSignature('Ahoy'), other)],
    ['of another text', 'wallet/other-signer', toSigner(toSignature('Ahoy!'))],
    ['by no key', 'wallet/wrong-signature', toSigner(`0x${'00'.repeat(65)}`)],
    ['in another form', 'wallet/malformed', toSigner(toSignature('Ahoy').slice(2))],
  ])('%s is refused with %s', async (_, code, signer) => {
    await expect(sign(signer, 'Ahoy')).rejects.toMatchObject({ code });
  });
});
