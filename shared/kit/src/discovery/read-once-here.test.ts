import { describe, expect, it } from 'vitest';
import { readOnceHere } from './read-once-here.ts';

const never = () => new Promise<never>(() => {});
const limits = (deadlineMs = 5_000) => ({ signal: new AbortController().signal, deadlineMs });

describe('a read of a wallet that is waited for', () => {
  it('answers what the wallet answers', async () => {
    const arrival = { name: 'Harbour', whenHere: async () => 'wallet' };
    await expect(readOnceHere(arrival, limits(), async (wallet) => `${wallet} read`)).resolves.toBe(
      'wallet read',
    );
  });

  it('tells a wallet that never came from one that came and never answered', async () => {
    const absent = readOnceHere({ name: 'Harbour', whenHere: never }, limits(1), never);
    await expect(absent).rejects.toMatchObject({ code: 'wallet/absent', context: { wallet: 'Harbour' } });
    const silent = readOnceHere({ name: 'Harbour', whenHere: async () => 'wallet' }, limits(1), never);
    await expect(silent).rejects.toMatchObject({ code: 'wallet/timeout' });
  });

  it('asks nothing of a wallet that comes too late', async () => {
    let come = (_: string) => {};
    const coming = new Promise<string>((resolve) => {
      come = resolve;
    });
    const asked: string[] = [];
    const read = async (wallet: string) => asked.push(wallet);
    const reading = readOnceHere({ name: 'Harbour', whenHere: () => coming }, limits(1), read);
    await expect(reading).rejects.toMatchObject({ code: 'wallet/absent' });
    come('wallet');
    await coming;
    expect(asked).toEqual([]);
  });

  it('is cancelled as such', async () => {
    const cancel = new AbortController();
    const asked = { signal: cancel.signal, deadlineMs: 5_000 };
    const reading = readOnceHere({ name: 'Harbour', whenHere: never }, asked, never);
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });

  it('passes on why a wallet could not be had', async () => {
    const cause = new Error('no such file');
    const whenHere = () => Promise.reject(cause);
    await expect(readOnceHere({ name: 'Harbour', whenHere }, limits(), never)).rejects.toMatchObject({
      cause,
    });
  });
});
