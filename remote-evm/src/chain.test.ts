import { expect, it } from 'vitest';
import { toChain } from './own/chain-client.ts';
import { toNetworks } from './testing/page.ts';

const [network] = toNetworks();

it('describes a configured network as the wallet is to add it', () => {
  const explorer = 'https://explorer.example/tx/{transaction}';
  expect(toChain({ ...network, explorer })).toMatchObject({
    id: 31337,
    name: 'First chain',
    nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: network.rpc } },
    blockExplorers: { default: { url: 'https://explorer.example' } },
  });
});
