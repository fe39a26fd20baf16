import { expect, it } from 'vitest';
import { identityOf } from './catalog.ts';

const wallet = (more: object) => ({
  ...{ name: 'Phantom', chains: ['solana:mainnet'], accounts: [], features: {} },
  ...more,
});

it('is what the wallet registers with as its id', () => {
  expect(identityOf(wallet({ id: 'com.example.pier' }))).toEqual({ identity: 'com.example.pier' });
});

it('is what the team knows of a wallet that registers a feature of its own', () => {
  expect(identityOf(wallet({ features: { 'phantom:': {} } }))).toEqual({ identity: 'app.phantom' });
});

it('is never taken from a name, nor from an id that is no reverse domain name', () => {
  expect(identityOf(wallet({}))).toEqual({});
  expect(identityOf(wallet({ id: 'Phantom' }))).toEqual({});
  expect(identityOf(wallet({ id: 7 }))).toEqual({});
});
