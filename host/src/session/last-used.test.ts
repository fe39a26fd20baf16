import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { keepLastUsed } from './remembered.ts';

const families = [{ id: 'evm', namespace: 'eip155' }];

it('remembers the wallet that was connected last, also after it has been disconnected', () => {
  const storage = createFakeStorage();
  const { view, openLease } = createStore(families);
  expect(keepLastUsed(storage, view)).toEqual({});
  const { lease } = openLease('evm');
  const wallet = { id: 'rabby', name: 'Rabby' };
  lease.publishConnection({ status: 'connected', wallet, accounts: ['eip155:1:0xa'], capabilities: [] });
  lease.publishConnection({ status: 'disconnected' });
  expect(keepLastUsed(storage, createStore(families).view)).toEqual({ evm: 'rabby' });
});

it('does not remember a wallet that was asked and did not agree', () => {
  const storage = createFakeStorage();
  const { view, openLease } = createStore(families);
  keepLastUsed(storage, view);
  openLease('evm').lease.publishConnection({ status: 'connecting', wallet: { id: 'rabby', name: 'Rabby' } });
  expect(keepLastUsed(storage, view)).toEqual({});
});
