import { assertAccepts } from '@linkspan/contract';
import { describeAccepts, local } from '@linkspan/kit/testing/accepts-cases';
import type { WalletConnectOptions } from '@linkspan/kit/walletconnect/offer';
import { expect, it } from 'vitest';
import { accepts } from './accepts.ts';

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

describeAccepts(accepts, {
  namespace: 'solana',
  symbol: 'SOL',
  decimals: 9,
  accepted: (at) => [
    ['mainnet', at(mainnet)],
    ['a cluster of this machine', at('solana:9igPA5RXrXF57adrRBSxVrUXaBucKgny', local)],
  ],
  refused: (at) => [
    ['solana:mainnet', at('solana:mainnet'), 'id', mainnet],
    ['solana:devnet', at('solana:devnet', local), 'id', devnet],
    [
      'a genesis hash with a mistake',
      at('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdq'),
      'id',
      `${mainnet} (mainnet)`,
    ],
    ['a genesis hash that is not cut', at(`${mainnet}pyXVQ`), 'id', 'solana:5eykt'],
    ['characters that base58 lacks', at('solana:0OIl4UsFv8P8NJdTREpY1vzqKqZKvdpx', local), 'id', mainnet],
    ['SOL with 18 decimals', at(mainnet, { decimals: 18 }), 'decimals', '9'],
  ],
});

it('takes the options that WalletConnect takes', () => {
  const options: WalletConnectOptions = {
    walletConnectProjectId: '0123456789abcdef0123456789abcdef',
    walletConnectRelay: 'wss://relay.example',
    walletConnectApps: [{ name: 'Pier', url: 'pier://wc?uri=' }],
  };
  const family = { namespace: 'solana', networks: [], remote: { options } };
  expect(() => assertAccepts(accepts, family as never, '')).not.toThrow();
});
