import { expect, it } from 'vitest';
import type { Network } from './network.ts';
import type { NetworkName } from './public-networks.ts';
import { expandConfig, sayPublicNodes } from './short-config.ts';

type Config = Parameters<typeof sayPublicNodes>[0];
const expand = (...networks: readonly (NetworkName | Network)[]) =>
  expandConfig({ title: 'Quay', networks }) as Config;

const base: Network = {
  ...{ id: 'eip155:8453', title: 'Base', rpc: ['https://node.example/'], symbol: 'ETH', decimals: 18 },
};

it.each<[string, readonly NetworkName[], string]>([
  [
    'one network',
    ['near'],
    'Public nodes answer for NEAR: they are for development. Give this network nodes of your own.',
  ],
  [
    'two networks of one family',
    ['ethereum', 'base'],
    'Public nodes answer for Ethereum and Base: they are for development. Give these networks nodes of your own.',
  ],
  [
    'networks of three families',
    ['near', 'base', 'solana'],
    'Public nodes answer for Base, Solana and NEAR: they are for development. Give these networks nodes of your own.',
  ],
])('names %s in one sentence', (_, networks, sentence) => {
  expect(sayPublicNodes(expand(...networks))).toEqual([sentence]);
});

it('names a network with a public node behind its own', () => {
  const config = expand({ ...base, rpc: ['https://node.example/', 'https://mainnet.base.org'] });
  expect(sayPublicNodes(config)).toHaveLength(1);
});

it('says nothing of networks with nodes of their own', () => {
  expect(sayPublicNodes(expand(base))).toEqual([]);
});

it('says nothing of a practice page', () => {
  expect(sayPublicNodes({ ...expand('ethereum'), practice: { label: 'Practice' } })).toEqual([]);
});
