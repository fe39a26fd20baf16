import type { Network, NetworkId } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { assertClusterName, toChainName } from './clusters.ts';

const at = (id: NetworkId<'solana'>, rpc: string): Network<'solana'> => ({
  ...{ id, title: 'A cluster', symbol: 'SOL', decimals: 9 },
  rpc: [rpc],
});
const account = (...chains: string[]) => ({ chains }) as unknown as Parameters<typeof toChainName>[0];
const unsupported = expect.objectContaining({
  code: 'wallet/network-unsupported',
  context: { wallet: 'Harbour', network: 'A cluster' },
});

it.each([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'https://node.example/', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'https://node.example/', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'https://node.example/', 'solana:testnet'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'http://localhost:1/', 'solana:mainnet'],
  ['solana:AnyLocalCluster', 'http://localhost:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://node.localhost:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://127.0.0.1:1/', 'solana:localnet'],
  ['solana:AnyLocalCluster', 'http://[::1]:1/', 'solana:localnet'],
] as const)('names %s at %s as wallets do: %s', (id, rpc, name) => {
  expect(assertClusterName(at(id, rpc), 'Harbour')).toBe(name);
  expect(toChainName(account(name), at(id, rpc), 'Harbour')).toBe(name);
});

it.each([
  ['solana:mainnet', 'https://node.example/'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq', 'https://node.example/'],
  ['solana:AnyPrivateCluster', 'https://localhost.example/'],
  ['solana:AnyPrivateCluster', 'https://127.0.0.1.example/'],
] as const)('names %s at %s no cluster that it is not', (id, rpc) => {
  const all = account('solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet');
  expect(() => assertClusterName(at(id, rpc), 'Harbour')).toThrow(unsupported);
  if (id !== 'solana:mainnet') expect(() => toChainName(all, at(id, rpc), 'Harbour')).toThrow(unsupported);
  expect(toChainName(account(id), at(id, rpc), 'Harbour')).toBe(id);
});
