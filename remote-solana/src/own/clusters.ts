import type { NetworkId } from '@linkspan/contract';
import type { Account } from '../provider.ts';

/** What the Wallet Standard calls the clusters, by their CAIP-2 ids; any other one is local. */
const clusterNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

/** The Wallet Standard's name of a cluster: `solana:devnet`. */
export function toClusterName(network: NetworkId<'solana'>): string {
  return clusterNames[network] ?? 'solana:localnet';
}

/** How an account names a network: by the CAIP-2 id, where it knows that, since all local clusters share one name. */
export function toChainName({ chains }: Account, network: NetworkId<'solana'>): string | undefined {
  return [network, toClusterName(network)].find((chain) => chains.includes(chain));
}
