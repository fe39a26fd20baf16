import { isLocalNetwork, LinkspanError, type Network } from '@linkspan/contract';
import type { Account } from '../provider.ts';

/** The references of the public clusters (CAIP-2) by what the Wallet Standard calls them. */
export const clusters = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
} as const;

/**
 * The Wallet Standard's name of a cluster: `solana:devnet`. One that is not public is `solana:localnet` if its nodes run
 * on this machine; undefined for any other.
 */
function toClusterName(network: Network<'solana'>): string | undefined {
  const known = Object.entries(clusters).find(([, reference]) => network.id === `solana:${reference}`);
  if (known !== undefined) return `solana:${known[0]}`;
  return isLocalNetwork(network) ? 'solana:localnet' : undefined;
}

/** The same. Throws `wallet/network-unsupported` for a cluster that wallets have no name for. */
export function assertClusterName(network: Network<'solana'>, wallet: string): string {
  const name = toClusterName(network);
  if (name === undefined) throw toUnsupported(network, wallet);
  return name;
}

/**
 * How an account names a network: by the CAIP-2 id, where it knows that, since all local clusters share one name.
 * Throws `wallet/network-unsupported` where it has neither.
 */
export function toChainName({ chains }: Account, network: Network<'solana'>, wallet: string): string {
  const names = [network.id, toClusterName(network)];
  const named = names.find((chain) => chain !== undefined && chains.includes(chain));
  if (named === undefined) throw toUnsupported(network, wallet);
  return named;
}

function toUnsupported({ title }: Network, wallet: string): LinkspanError {
  return new LinkspanError('wallet/network-unsupported', { wallet, network: title });
}
