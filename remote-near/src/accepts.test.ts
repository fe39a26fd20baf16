import { assertAccepts } from '@linkspan/contract';
import { describeAccepts, local } from '@linkspan/kit/testing/accepts-cases';
import { expect, it } from 'vitest';
import { accepts } from './accepts.ts';
import type { Options } from './catalog.ts';

describeAccepts(accepts, {
  namespace: 'near',
  symbol: 'NEAR',
  decimals: 24,
  accepted: (at) => [
    ['mainnet', at('near:mainnet')],
    ['a network of this machine', at('near:localnet', local)],
  ],
  refused: (at) => [
    ['near:Mainnet', at('near:Mainnet'), 'id', 'near:mainnet'],
    ['near:main', at('near:main'), 'id', 'near:mainnet (mainnet), near:testnet (testnet)'],
    ['NEAR with 18 decimals', at('near:mainnet', { decimals: 18 }), 'decimals', '24'],
  ],
});

it('takes the options that its discovery takes', () => {
  const site = { id: 'mynearwallet', url: 'https://wallet.example' };
  const options: Options = { practice: true, walletSites: [site] };
  const family = { namespace: 'near', networks: [], remote: { options } };
  expect(() => assertAccepts(accepts, family as never, '')).not.toThrow();
});
