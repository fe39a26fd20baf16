import type { Connection } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { keepRemembered, recall } from './remembered.ts';

const wallet = { id: 'one', name: 'Wallet one' };
const accounts = ['eip155:1:0xa', 'eip155:1:0xb'] as const;
const connected: Connection = { status: 'connected', wallet, accounts, capabilities: ['send'] };
const balance = { account: accounts[0], amount: '5', decimals: 18, symbol: 'ETH' };

let storage: ReturnType<typeof createFakeStorage>;
let store: ReturnType<typeof createStore>;
let end: () => void;
const publish = (connection: Connection) => store.openLease('evm').lease.publishConnection(connection);

beforeEach(() => {
  storage = createFakeStorage();
  store = createStore(fakeConfig.families);
  end = keepRemembered(storage, 'evm', store.view.family('evm'));
});

describe('what is remembered', () => {
  it('is the wallet that was connected, with its accounts and its balance', () => {
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    expect(recall(storage, 'evm')).toEqual({
      connection: { status: 'reconnecting', wallet, accounts },
      balance,
    });
  });

  it('is forgotten once the person has disconnected, or the wallet has', () => {
    publish(connected);
    publish({ status: 'disconnected' });
    expect(recall(storage, 'evm')).toBeUndefined();
    publish(connected);
    publish({ status: 'disconnected', failure: { code: 'wallet/revoked', context: { wallet: 'One' } } });
    expect(recall(storage, 'evm')).toBeUndefined();
  });

  it('is kept where the wallet only failed to answer, or a remote to load', () => {
    publish(connected);
    for (const code of ['wallet/timeout', 'release/unreachable', 'loader/host']) {
      publish({ status: 'disconnected', failure: { code, context: {} } });
      expect(recall(storage, 'evm')?.connection.wallet).toEqual(wallet);
    }
  });

  it('is kept while the wallet comes back', () => {
    publish(connected);
    publish({ status: 'reconnecting', wallet, accounts });
    publish({ status: 'connecting', wallet });
    expect(recall(storage, 'evm')).toBeDefined();
  });

  it('is kept no longer once the keeping has ended', () => {
    end();
    publish(connected);
    expect(storage.kept).toEqual({});
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['no object', '7'],
    ['null', 'null'],
    ['no connection', '{}'],
    ['another status', JSON.stringify({ connection: connected })],
    [
      'accounts that are none',
      JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts: ['x'] } }),
    ],
    ['no account', JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts: [] } })],
    [
      'an unknown field',
      JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts, extra: 1 } }),
    ],
    [
      'a balance that is none',
      JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts }, balance: 5 }),
    ],
  ])('is nothing where %s is stored', (_, stored) => {
    const kept = createFakeStorage(stored === undefined ? {} : { evm: stored });
    expect(recall(kept, 'evm')).toBeUndefined();
  });
});
