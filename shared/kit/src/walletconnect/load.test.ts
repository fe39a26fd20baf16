import type { DiscoveryPort } from '@linkspan/contract';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadRequest } from '../discovery/discovery.ts';
import { createStorage } from '../testing/storage.ts';
import { createLoad } from './load.ts';

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const { signal } = new AbortController();
const restore: LoadRequest<'solana'> = { id: 'restore-1', network, signal, deadlineMs: 5_000 };
const attempt: LoadRequest<'solana'> = {
  ...restore,
  onProgress: () => undefined,
  mayUndo: () => true,
  pressed: async () => undefined,
};

const ended = new AbortController();
let made: number;
let begun: unknown[];

beforeEach(() => {
  [made, begun] = [0, []];
  const location = new URL('https://page.example');
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
});
afterAll(() => ended.abort());

const load = createLoad<'solana', string>(() => {
  made += 1;
  return { loaded: { provider: 'wallet' }, begin: (one) => void begun.push(one) };
});

function open(options: unknown = { walletConnectProjectId: 'p' }) {
  const storage = createStorage();
  const port = { options, storage, signal: ended.signal } as unknown as DiscoveryPort<'solana'>;
  const ask = (asked: LoadRequest<'solana'>) =>
    load({ id: 'walletconnect', name: 'WalletConnect', reach: 'pairing' }, asked, port);
  return { ask, storage };
}

describe('the wallet behind WalletConnect', () => {
  it.each<[string, LoadRequest<'solana'>]>([
    ['is only to be loaded', { network }],
    ['has no session to restore', restore],
  ])('is not made if it %s', async (_, asked) => {
    expect(await open().ask(asked)).toBeUndefined();
  });

  it('is one, however often it is asked, and begins with each attempt', async () => {
    const { ask } = open();
    const newer = { ...attempt, id: 'attempt-2' };
    expect([await ask(attempt), await ask(newer)]).toEqual([{ provider: 'wallet' }, { provider: 'wallet' }]);
    expect([made, begun]).toEqual([1, [attempt, newer]]);
  });

  it('is not waited for once its attempt is cancelled, and does not begin with it', async () => {
    const cancel = new AbortController();
    const { ask } = open();
    const cancelled = ask({ ...attempt, signal: cancel.signal });
    const newer = ask(attempt);
    cancel.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(made).toBe(0);
    await newer;
    expect(begun).toEqual([attempt]);
  });

  it('is not made by a relay that is no ws or wss address, however often it is asked', async () => {
    const { ask, storage } = open({ walletConnectProjectId: 'p', walletConnectRelay: 'https://r.example' });
    storage.set('wallet:walletconnect:session', '[{}]');
    for (const asked of [restore, attempt, attempt])
      await expect(ask(asked)).rejects.toMatchObject({
        code: 'config/malformed',
        context: { place: 'remote.options.walletConnectRelay' },
      });
  });
});
