import type { Network } from '@linkspan/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { selectWallet } from './library.ts';
import type { NearWallet } from './provider.ts';

const network: Network<'near'> = {
  id: 'near:practice',
  title: 'NEAR fixture',
  rpc: ['http://127.0.0.1:1'],
  symbol: 'NEAR',
  decimals: 24,
};

function createWallet(id = 'fake-wallet') {
  const asked: (readonly [method: string, params: unknown])[] = [];
  const wallet: NearWallet = {
    ref: { id, name: 'Fake Wallet' },
    reach: 'installed',
    has: () => true,
    refuses: () => false,
    async request(method, _, params) {
      asked.push([method, params]);
      return { transaction: { hash: 'x' } };
    },
  };
  return { wallet, asked };
}

afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

describe('the wallet selector', () => {
  it('never touches the storage of the page', async () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => expect.fail('localStorage is touched'),
    });
    const { wallet } = createWallet();
    const selected = await selectWallet(wallet, ['harbour.practice'], network);
    selected.open(['pier.practice']);
    await selected.signOut();
  });

  it('is signed in without asking the wallet anything', async () => {
    const { wallet, asked } = createWallet();
    await selectWallet(wallet, ['harbour.practice'], network);
    expect(asked).toEqual([]);
  });

  it('sends a transfer in the form of the injected protocol', async () => {
    const { wallet, asked } = createWallet();
    const selected = await selectWallet(wallet, ['harbour.practice'], network);
    await selected.transfer({ signerId: 'harbour.practice', receiverId: 'pier.practice', amount: '7' });
    expect(asked).toEqual([
      [
        'signAndSendTransaction',
        {
          signerId: 'harbour.practice',
          receiverId: 'pier.practice',
          actions: [{ type: 'Transfer', params: { deposit: '7' } }],
        },
      ],
    ]);
  });

  it('is one of its own for each wallet', async () => {
    const first = createWallet('first');
    const second = createWallet('second');
    await selectWallet(first.wallet, ['harbour.practice'], network);
    const selected = await selectWallet(second.wallet, ['pier.practice'], network);
    await selected.signOut();
    expect(first.asked).toEqual([]);
    expect(second.asked).toEqual([['signOut', undefined]]);
  });
});
