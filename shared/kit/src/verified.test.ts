import { afterEach, describe, expect, it, vi } from 'vitest';
import { toVerified } from './verified.ts';

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

  it('is not verified if nobody can tell', async () => {
    const away = () => Promise.reject(new Error('away'));
    expect(await toVerified(signed, 'Harbour', away)).toEqual(signed);
  });

  it('is not verified if nobody tells in time', async () => {
    vi.useFakeTimers();
    const verified = toVerified(signed, 'Harbour', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await verified).toEqual(signed);
  });
});
