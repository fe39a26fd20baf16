import type { DiscoveryPort } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import type { LoadAsked } from '../discovery/discovery.ts';
import { createStorage } from '../testing/storage.ts';
import { createLoad } from './load.ts';

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const { signal } = new AbortController();
const restore: LoadAsked<'solana'> = { id: 'restore-1', network, signal, deadlineMs: 5_000 };
const attempt: LoadAsked<'solana'> = {
  ...restore,
  onProgress: () => undefined,
  mayUndo: () => true,
  pressed: async () => undefined,
};

const load = createLoad<'solana', string>(() => expect.fail('no wallet is made'));

function open(
  options: unknown = { walletConnectProjectId: 'p', walletConnectRelay: 'https://relay.example' },
) {
  const storage = createStorage();
  const port = { family: 'solana', options, storage, signal } as unknown as DiscoveryPort<'solana'>;
  const ask = (asked: LoadAsked<'solana'>) =>
    load({ id: 'walletconnect', name: 'WalletConnect', reach: 'pairing' }, asked, port);
  return { ask, storage };
}

describe('the wallet behind WalletConnect', () => {
  it.each<[string, LoadAsked<'solana'>]>([
    ['is only to be loaded', { network }],
    ['has no session to restore', restore],
  ])('is not made where it %s', async (_, asked) => {
    expect(await open().ask(asked)).toBeUndefined();
  });

  it('is not made by a relay that is no ws or wss address, however often it is asked', async () => {
    const { ask, storage } = open();
    storage.set('wallet:walletconnect:session', '[{}]');
    for (const asked of [restore, attempt, attempt])
      await expect(ask(asked)).rejects.toMatchObject({
        code: 'config/malformed',
        context: { place: 'remote.options.walletConnectRelay' },
      });
  });
});
