import { acceptsShape, assertAccepts, type Network } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { accepts } from './accepts.ts';

const at = (id: Network['id'], changes: Partial<Network> = {}): Network => ({
  id,
  title: 'A network',
  rpc: ['https://node.example/'],
  symbol: 'SOL',
  decimals: 9,
  ...changes,
});
const local = { rpc: ['http://localhost:8545/'] } as const;
const check =
  (...networks: Network[]) =>
  () =>
    assertAccepts(
      accepts,
      { namespace: 'solana', networks, remote: { options: { practice: true } } },
      'families[0]',
    );

it('is what a build can declare', () => {
  expect(acceptsShape(accepts, 'accepts')).toEqual(accepts);
});

describe('the configuration of a page', () => {
  it.each([
    ['mainnet', at('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
    ['devnet', at('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')],
    ['testnet', at('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')],
    ['a cluster of this machine', at('solana:9igPA5RXrXF57adrRBSxVrUXaBucKgny', local)],
  ])('may name %s', (_, network) => {
    expect(check(network)).not.toThrow();
  });

  it.each([
    ['solana:mainnet', at('solana:mainnet'), 'id', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['solana:devnet', at('solana:devnet', local), 'id', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    [
      'a genesis hash with a mistake',
      at('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq'),
      'id',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp (mainnet)',
    ],
    [
      'a genesis hash that is not cut',
      at('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpyXVQ' as 'solana:x'),
      'id',
      'solana:5eykt',
    ],
    [
      'characters that base58 lacks',
      at('solana:0OIl4UsFv8P8NJdTREpY1vzqKqZKvdpx', local),
      'id',
      'solana:5eykt',
    ],
    [
      'SOL with 18 decimals',
      at('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { decimals: 18 }),
      'decimals',
      '9',
    ],
  ])('may not name %s', (_, network, field, expected) => {
    expect(check(network)).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `families[0].networks[0].${field}`, expected: expect.stringContaining(expected) },
      }),
    );
  });
});
