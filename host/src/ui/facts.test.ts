import { createStore } from '@linkspan/store';
import { expect, it } from 'vitest';
import { walletRef } from '../testing/facts.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { toConnected } from './facts.ts';

it('counts families with an account, also while they reconnect, and not those that cannot be loaded', () => {
  const store = createStore(fakeConfig.families);
  const [evm, solana] = ['evm', 'solana'].map((family) => store.openLease(family).lease);
  const wallet = walletRef;
  expect(toConnected(store.view)).toBe('none');
  evm?.publishConnection({ status: 'connecting', wallet });
  expect(toConnected(store.view)).toBe('none');
  evm?.publishConnection({ status: 'connected', wallet, accounts: ['eip155:31337:0x1'], capabilities: [] });
  solana?.publishConnection({ status: 'reconnecting', wallet, accounts: ['solana:practice:abc'] });
  expect(toConnected(store.view)).toBe('some');
  const failure = { code: 'loader/unreachable', context: {} };
  store.publishRemote('near', { stage: 'failed', failure, step: 'again' });
  expect(toConnected(store.view)).toBe('all');
  evm?.publishConnection({ status: 'disconnected' });
  expect(toConnected(store.view)).toBe('some');
});
