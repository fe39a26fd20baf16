import { acceptsShape, assertAccepts, type Network } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { accepts } from './accepts.ts';

const at = (id: Network['id'], changes: Partial<Network> = {}): Network => ({
  id,
  title: 'A network',
  rpc: ['https://node.example/'],
  symbol: 'ETH',
  decimals: 18,
  ...changes,
});
const local = { rpc: ['http://localhost:8545/'] } as const;
const check =
  (...networks: Network[]) =>
  () =>
    assertAccepts(
      accepts,
      { namespace: 'eip155', networks, remote: { options: { practice: true } } },
      'families[0]',
    );

it('is what a build can declare', () => {
  expect(acceptsShape(accepts, 'accepts')).toEqual(accepts);
});

describe('the configuration of a page', () => {
  it.each([
    ['Ethereum', at('eip155:1')],
    ['Sepolia', at('eip155:11155111')],
    ['any other chain', at('eip155:4242')],
    ['the highest id of EIP-2294', at('eip155:9007199254740771')],
    ['a chain of this machine', at('eip155:31337', local)],
  ])('may name %s', (_, network) => {
    expect(check(network)).not.toThrow();
  });

  it.each([
    ['eip155:mainnet', at('eip155:mainnet'), 'id', 'eip155:1'],
    ['eip155:0x1', at('eip155:0x1'), 'id', 'eip155:1'],
    ['eip155:0xaa36a7', at('eip155:0xaa36a7', local), 'id', 'eip155:11155111'],
    ['eip155:01', at('eip155:01'), 'id', 'eip155:1'],
    ['eip155:0', at('eip155:0'), 'id', 'eip155:1 (mainnet)'],
    ['ETH with 6 decimals', at('eip155:1', { decimals: 6 }), 'decimals', '18'],
    ['ETH with 6 decimals on this machine', at('eip155:31337', { ...local, decimals: 6 }), 'decimals', '18'],
  ])('may not name %s', (_, network, field, expected) => {
    expect(check(network)).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `families[0].networks[0].${field}`, expected: expect.stringContaining(expected) },
      }),
    );
  });
});
