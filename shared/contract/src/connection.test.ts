import { expect, it } from 'vitest';
import { accountsOf } from './connection.ts';

const wallet = { id: 'harbour', name: 'Harbour' };

it('has the accounts of a connection, also while it reconnects', () => {
  const accounts = ['eip155:1:0xa'] as const;
  expect(accountsOf({ status: 'connected', wallet, accounts, capabilities: [] })).toBe(accounts);
  expect(accountsOf({ status: 'reconnecting', wallet, accounts })).toBe(accounts);
});

it('has no accounts while there is no wallet', () => {
  expect(accountsOf({ status: 'disconnected' })).toEqual([]);
  expect(accountsOf({ status: 'connecting', wallet })).toEqual([]);
});
