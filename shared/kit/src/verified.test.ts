import { afterEach, describe, expect, it, vi } from 'vitest';
import { isSignedBy, toVerified } from './verified.ts';

const account = 'eip155:1:0xown';
const signed = { account, message: 'Ahoy', scheme: 'eip191', signature: '0x' } as const;

afterEach(() => {
  vi.useRealTimers();
});

describe('a signature', () => {
  it('is verified if its account has signed', async () => {
    expect(await toVerified(signed, 'Harbour', async () => account)).toEqual({ ...signed, isVerified: true });
  });

  it('is wrong if none of the wallet’s accounts has signed', async () => {
    await expect(toVerified(signed, 'Harbour', async () => undefined)).rejects.toMatchObject({
      code: 'wallet/wrong-signature',
      context: { wallet: 'Harbour' },
    });
  });

  it('names the other account that has signed', async () => {
    await expect(toVerified(signed, 'Harbour', async () => 'eip155:1:0xother')).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { wallet: 'Harbour', account: '0xown', signer: '0xother' },
    });
  });

  it('is not verified if verifying fails', async () => {
    const away = () => Promise.reject(new Error('away'));
    expect(await toVerified(signed, 'Harbour', away)).toEqual(signed);
  });

  it('is another account’s if verifying fails and the wallet names it', async () => {
    const away = () => Promise.reject(new Error('away'));
    await expect(toVerified(signed, 'Harbour', away, 'eip155:1:0xother')).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { wallet: 'Harbour', account: '0xown', signer: '0xother' },
    });
  });

  it('is not verified if verifying takes too long', async () => {
    vi.useFakeTimers();
    const verified = toVerified(signed, 'Harbour', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await verified).toEqual(signed);
  });
});

const toBytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('a signature by Ed25519', () => {
  // RFC 8032, 7.1, test 2.
  const key = toBytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
  const signature = toBytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
  const message = toBytes('72');

  it('is verified by its key', async () => {
    expect(await isSignedBy({ key, message, signature })).toBe(true);
  });

  it.each([
    ['another text', { message: toBytes('73') }],
    ['another key', { key: toBytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a') }],
    ['a key of another length', { key: toBytes('3d40') }],
    ['zeros', { signature: new Uint8Array(64) }],
  ])('is refused with %s', async (_, change) => {
    expect(await isSignedBy({ key, message, signature, ...change })).toBe(false);
  });

  it('is refused under a key of small order, for which it is valid with each text', async () => {
    const [key, fitting] = [toBytes(`01${'00'.repeat(31)}`), toBytes(`01${'00'.repeat(63)}`)];
    expect(await isSignedBy({ key, message, signature: fitting })).toBe(false);
  });
});
