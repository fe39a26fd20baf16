import type { IdentifierString } from '@wallet-standard/base';
import { findNetwork, type Network, type Networks } from '../network.ts';
import type { WalletCore } from '../wallet-core.ts';
import { WalletError } from '../wallet-error.ts';

/** What the Wallet Standard calls the public clusters, by their CAIP-2 ids. */
const publicNames: Readonly<Record<string, IdentifierString>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

/** The clusters a wallet announces now: each by its CAIP-2 id, and by the name that the Wallet Standard has for it. */
function toChainNames(networks: Networks): readonly IdentifierString[] {
  const ids = networks.map(({ id }): IdentifierString => `solana:${id.slice('solana:'.length)}`);
  return [...new Set([...ids, ...networks.map(({ id }) => toStandardName(id))])];
}

/** The clusters that a wallet tells the page now; no ids where it tells rubbish. */
export function tellChains(core: WalletCore): readonly IdentifierString[] {
  if (core.store.get().switches.rubbish === 'network') return ['harbour'] as unknown as IdentifierString[];
  return Object.freeze([...toChainNames(core.known())]);
}

/**
 * Finds the cluster that a page names by either. Of several local clusters `solana:localnet` is the first.
 * Throws -32602 if it is none of the wallet's.
 */
export function findCluster(networks: Networks, chain: string): Network {
  const network = findNetwork(networks, chain) ?? networks.find(({ id }) => toStandardName(id) === chain);
  if (network) return network;
  throw new WalletError(-32602, `The practice wallet does not know the cluster ${chain}.`);
}

function toStandardName(networkId: string): IdentifierString {
  return publicNames[networkId] ?? 'solana:localnet';
}
