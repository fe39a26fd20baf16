import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { claim } from './attempts.ts';

const wallet = { id: 'one', name: 'Wallet one' };

function open() {
  const store = createStore(fakeConfig.families);
  return { store, connection: store.view.family('evm').connection };
}

it('shows a disconnected family as connecting, until it is taken back', () => {
  const { store, connection } = open();
  const release = claim(store, 'evm', wallet);
  expect(connection.get()).toEqual({ status: 'connecting', wallet });
  release();
  expect(connection.get()).toEqual({ status: 'disconnected' });
});

it('takes nothing back that another holder has published since', () => {
  const { store, connection } = open();
  const release = claim(store, 'evm', wallet);
  const accounts = ['eip155:1:0xa'] as const;
  store.openLease('evm').lease.publishConnection({ status: 'reconnecting', wallet, accounts });
  release();
  expect(connection.get().status).toBe('reconnecting');
});

it('leaves a wallet that is connected, or coming back, as it is', () => {
  const { store, connection } = open();
  const accounts = ['eip155:1:0xa'] as const;
  const { lease } = store.openLease('evm');
  lease.publishConnection({ status: 'reconnecting', wallet, accounts });
  const release = claim(store, 'evm', wallet);
  expect(connection.get().status).toBe('reconnecting');
  lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
  release();
  expect(connection.get().status).toBe('connected');
});
