import { type NetworkName, publicFamilies } from '@linkspan/contract/public-networks';
import { expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { toPublicConfig } from '../testing/public-config.ts';

const all = publicFamilies.flatMap(({ networks }) => Object.keys(networks)) as NetworkName[];
const walletConnect = { projectId: '0123456789abcdef' };

it('a short configuration of all public networks is one of three families, with their marks', () => {
  const { families } = parseConfig(toPublicConfig({ title: 'Quay', networks: all, walletConnect }));
  expect(families.map(({ id, mark, networks }) => [id, mark !== undefined, networks.length])).toEqual([
    ['evm', true, 9],
    ['solana', true, 2],
    ['near', true, 2],
  ]);
});

it.each(all)('a short configuration of %s alone is a configuration', (network) => {
  const config = toPublicConfig({ title: 'Quay', networks: [network], walletConnect });
  expect(parseConfig(config)).toEqual(config);
});

it('a network that is given in full is read as any other', () => {
  const network = { id: 'eip155:7', title: 'Quay chain', rpc: ['http://node.example/'] } as const;
  const networks = ['base', { ...network, symbol: 'QAY', decimals: 18 }] as const;
  expect(() => parseConfig(toPublicConfig({ title: 'Quay', networks }))).toThrow(
    expect.objectContaining({
      code: 'config/malformed',
      context: expect.objectContaining({ place: 'families[0].networks[1].rpc[0]' }),
    }),
  );
});
