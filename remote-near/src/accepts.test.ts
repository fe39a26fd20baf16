import { acceptsShape, assertAccepts, type Network } from '@linkspan/contract';
import { parseOptions } from '@linkspan/kit/discovery';
import { describe, expect, it } from 'vitest';
import { accepts } from './accepts.ts';
import { siteOptions } from './catalog.ts';

const at = (id: Network['id'], changes: Partial<Network> = {}): Network => ({
  id,
  title: 'A network',
  rpc: ['https://node.example/'],
  symbol: 'NEAR',
  decimals: 24,
  ...changes,
});
const local = { rpc: ['http://localhost:8545/'] } as const;
const check =
  (...networks: Network[]) =>
  () =>
    assertAccepts(
      accepts,
      { namespace: 'near', networks, remote: { options: { practice: true } } },
      'families[0]',
    );

it('is what a build can declare', () => {
  expect(acceptsShape(accepts, 'accepts')).toEqual(accepts);
});

describe('the configuration of a page', () => {
  it.each([
    ['mainnet', at('near:mainnet')],
    ['testnet', at('near:testnet')],
    ['a network of this machine', at('near:localnet', local)],
  ])('may name %s', (_, network) => {
    expect(check(network)).not.toThrow();
  });

  it.each([
    ['near:Mainnet', at('near:Mainnet'), 'id', 'near:mainnet'],
    ['near:main', at('near:main'), 'id', 'near:mainnet (mainnet), near:testnet (testnet)'],
    ['near:1', at('near:1'), 'id', 'near:mainnet'],
    ['NEAR with 18 decimals', at('near:mainnet', { decimals: 18 }), 'decimals', '24'],
  ])('may not name %s', (_, network, field, expected) => {
    expect(check(network)).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `families[0].networks[0].${field}`, expected: expect.stringContaining(expected) },
      }),
    );
  });
});

it('takes the options that its discovery takes', () => {
  const site = { id: 'own', name: 'Own wallet', url: 'https://wallet.example/' };
  const options = { practice: true, redirectWallets: [site] } as const;
  const family = { namespace: 'near', networks: [], remote: { options } };
  expect(() => assertAccepts(accepts, family, '')).not.toThrow();
  expect(parseOptions(options, siteOptions)).toEqual(options);
});
