import { expect, it } from 'vitest';
import { whileOpen } from './while-open.ts';

const never = new Promise<never>(() => {});

it('a wallet’s answer is passed on while the session is open', async () => {
  const { signal } = new AbortController();
  await expect(whileOpen('Harbour', signal, Promise.resolve('signed'))).resolves.toBe('signed');
  await expect(whileOpen('Harbour', signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('a session that closes is cancelled at once, and one that is closed is never asked for', async () => {
  const closed = new AbortController();
  const asked = whileOpen('Harbour', closed.signal, never);
  closed.abort();
  for (const answer of [asked, whileOpen('Harbour', closed.signal, never)])
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled', context: { wallet: 'Harbour' } });
});
