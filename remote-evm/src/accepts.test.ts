import { assertAccepts, missingRequirements } from '@linkspan/contract';
import { publicFamilies } from '@linkspan/contract/public-networks';
import { describeAccepts, local } from '@linkspan/kit/testing/accepts-cases';
import {
  arbitrum,
  avalanche,
  base,
  baseSepolia,
  bsc,
  mainnet,
  optimism,
  polygon,
  sepolia,
} from 'viem/chains';
import { expect, it } from 'vitest';
import { accepts } from './accepts.ts';
import type { Options } from './catalog.ts';

describeAccepts(accepts, {
  namespace: 'eip155',
  symbol: 'ETH',
  decimals: 18,
  accepted: (at) => [
    ['Ethereum', at('eip155:1')],
    ['any other chain', at('eip155:4242')],
    ['the highest id of EIP-2294', at('eip155:9007199254740771')],
    ['a chain of this machine', at('eip155:31337', local)],
  ],
  refused: (at) => [
    ['eip155:mainnet', at('eip155:mainnet'), 'id', 'eip155:1'],
    ['eip155:0x1', at('eip155:0x1'), 'id', 'eip155:1'],
    ['eip155:0', at('eip155:0'), 'id', 'eip155:1 (mainnet)'],
    ['ETH with 6 decimals', at('eip155:1', { decimals: 6 }), 'decimals', '18'],
  ],
});

it('takes the options that its discovery takes', () => {
  const options: Options = {
    practice: true,
    walletConnectProjectId: '0123456789abcdef0123456789abcdef',
    walletConnectRelay: 'wss://relay.example',
    walletConnectApps: [{ name: 'Pier', url: 'pier://wc?uri=' }],
    walletSites: [{ id: 'com.coinbase.wallet', url: 'https://coinbase.example' }],
  };
  const family = { namespace: 'eip155', networks: [], remote: { options } };
  expect(() => assertAccepts(accepts, family as never, '')).not.toThrow();
});

it('needs the public relay of WalletConnect only without a relay of the page’s own', () => {
  const own = 'ws://127.0.0.1:4400';
  const unmet = (connect: readonly string[], options: object = {}) =>
    missingRequirements(accepts, { connect }, { walletConnectProjectId: '1', ...options }).get(
      'walletconnect',
    );
  expect(unmet([])).toEqual({ connect: ['wss://relay.walletconnect.org'] });
  expect(unmet(['wss://relay.walletconnect.org'])).toBeUndefined();
  expect(unmet([own], { walletConnectRelay: own })).toBeUndefined();
  expect(unmet(['wss://relay.walletconnect.org'], { walletConnectRelay: own })).toEqual({ connect: [own] });
});

it('has the public networks as viem has them', () => {
  const chains = [mainnet, base, arbitrum, optimism, polygon, bsc, avalanche, sepolia, baseSepolia];
  const networks = chains.map(({ id, name, nativeCurrency, rpcUrls, blockExplorers, ...chain }) => ({
    ...{ id: `eip155:${id}`, title: name, rpc: [rpcUrls.default.http[0]] },
    ...{ symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals },
    explorer: `${blockExplorers.default.url}/tx/{transaction}`,
    ...('testnet' in chain && chain.testnet && { isTest: true }),
  }));
  const evm = publicFamilies.find(({ id }) => id === 'evm');
  expect(Object.values(evm?.networks ?? {})).toEqual(networks);
});
