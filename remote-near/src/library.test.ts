import type { Network } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { openLibrary } from './library.ts';
import type { Provider } from './provider.ts';

const network: Network<'near'> = {
  id: 'near:practice',
  title: 'NEAR fixture',
  rpc: ['http://127.0.0.1:1'],
  symbol: 'NEAR',
  decimals: 24,
};

function createWallet(id = 'fake-wallet') {
  const { signal } = new AbortController();
  const asked: (readonly [method: string, params: unknown, signal?: AbortSignal | undefined])[] = [];
  const wallet = { id, name: 'Fake Wallet' };
  const provider: Provider = {
    reach: 'installed',
    has: () => true,
    refuses: () => false,
    async request(method, _, params, ...ended) {
      asked.push([method, params, ...ended]);
      return { transaction: { hash: 'x' } };
    },
  };
  const open = (account = 'harbour.practice') =>
    openLibrary({ wallet, provider, accounts: [account], network, signal });
  return { open, asked, signal };
}

describe('the wallet selector', () => {
  it('never touches the storage of the page', async () => {
    const touched = () => expect.fail('localStorage is touched');
    vi.stubGlobal('localStorage', new Proxy({}, { get: touched, has: touched, set: touched }));
    const library = await createWallet().open();
    library.follow(['pier.practice']);
    await library.disconnect();
  });

  it('sends a transfer in the form of the injected protocol, until the signal aborts', async () => {
    const { open, asked, signal } = createWallet();
    const { send } = await open();
    await send({ signerId: 'harbour.practice', receiverId: 'pier.practice', amount: '7' });
    expect(asked).toEqual([
      [
        'signAndSendTransaction',
        {
          signerId: 'harbour.practice',
          receiverId: 'pier.practice',
          actions: [{ type: 'Transfer', params: { deposit: '7' } }],
        },
        signal,
      ],
    ]);
  });

  it('is one of its own for each wallet', async () => {
    const first = createWallet('first');
    const second = createWallet('second');
    await first.open();
    const { disconnect } = await second.open('pier.practice');
    await disconnect();
    expect(first.asked).toEqual([]);
    expect(second.asked).toEqual([['signOut', undefined]]);
  });
});
