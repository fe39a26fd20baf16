import { type Connection, LinkspanError } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { atom } from 'nanostores';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createConfirm } from './lifecycle.ts';
import type { Request } from './request.ts';

const connected: Connection = {
  status: 'connected',
  wallet: { id: 'one', name: 'One' },
  accounts: ['eip155:31337:0xa'],
  capabilities: [],
};

let store: Store;
let done: string[];
let answer: () => Promise<void>;
const request = atom<Request>({ state: 'none' });

beforeEach(() => {
  store = createStore(fakeConfig.families);
  [done, answer] = [[], async () => undefined];
  request.set({ state: 'none' });
});

const confirm = () =>
  createConfirm({
    view: store.view,
    request: () => request,
    async restore(_, { connection }, wanted) {
      done.push(`read ${connection.wallet.id} ${connection.accounts}`);
      await answer();
      if (wanted.isOpen()) done.push('taken over');
    },
    end: (_, isRevoked) => void done.push(isRevoked ? 'revoked' : 'ended'),
    restart: async () => void done.push('restarted'),
  })('evm');

const connect = () => store.openLease('evm').lease.publishConnection(connected);
const refuse = (error: Error) => {
  answer = () => Promise.reject(error);
};

describe('a wallet after a sleep', () => {
  it('is read without a prompt and taken over afresh', async () => {
    connect();
    await confirm();
    expect(done).toEqual(['read one eip155:31337:0xa', 'taken over']);
  });

  it('has ended where it grants nothing any more', async () => {
    connect();
    refuse(new LinkspanError('wallet/revoked', { wallet: 'One' }));
    await confirm();
    expect(done.at(-1)).toBe('revoked');
  });

  it.each(['wallet/timeout', 'wallet/absent'] as const)(
    'has its connector mounted again where it says %s',
    async (code) => {
      connect();
      refuse(new LinkspanError(code, { wallet: 'One' }));
      await confirm();
      expect(done.at(-1)).toBe('restarted');
    },
  );

  it('stays as it is where only its network or its remote’s server is away', async () => {
    connect();
    refuse(new LinkspanError('loader/unreachable', { remote: 'remote-evm', stage: 'connector' }));
    await confirm();
    expect(done).toHaveLength(1);
  });

  it('is not asked while a person is, nor where none is connected', async () => {
    await confirm();
    connect();
    request.set({ state: 'switching', network: 'eip155:31338' });
    await confirm();
    expect(done).toEqual([]);
  });

  it('is left to the person who has chosen again meanwhile', async () => {
    connect();
    answer = async () => store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
    await confirm();
    expect(done).toEqual(['read one eip155:31337:0xa']);
  });
});
