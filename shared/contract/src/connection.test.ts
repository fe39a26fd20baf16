import { expect, it } from 'vitest';
import { accountsOf, isConnectedTo } from './connection.ts';

const wallet = { id: 'harbour', name: 'Harbour' };

it('has the accounts of a connection, also while it reconnects', () => {
  const accounts = ['eip155:1:0xa'] as const;
  expect(accountsOf({ status: 'connected', wallet, accounts, capabilities: [] })).toBe(accounts);
  expect(accountsOf({ status: 'reconnecting', wallet, accounts })).toBe(accounts);
  expect(accountsOf({ status: 'connecting', wallet })).toEqual([]);
});

it('is connected to its wallet alone, and only once it is connected', () => {
  const accounts = ['eip155:1:0xa'] as const;
  const connected = { status: 'connected', wallet, accounts, capabilities: [] } as const;
  expect([isConnectedTo(connected, 'harbour'), isConnectedTo(connected, 'harbour#2')]).toEqual([true, false]);
  expect(isConnectedTo({ status: 'connecting', wallet }, 'harbour')).toBe(false);
  expect(isConnectedTo({ status: 'reconnecting', wallet, accounts }, 'harbour')).toBe(false);
  expect(isConnectedTo({ status: 'disconnected' }, 'harbour')).toBe(false);
});
