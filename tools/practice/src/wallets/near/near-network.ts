import { findNetwork, type Network, type Networks } from '../network.ts';
import type { WalletCore } from '../wallet-core.ts';
import { unknownNetwork } from '../wallet-error.ts';

/** Finds a network as `findNearNetwork`, unless the wallet is to know none of the page's. Throws 4902. */
export function findKnownNetwork({ networks, store }: WalletCore, name: unknown): Network {
  if (store.get().switches.otherNetworks) throw unknownNetwork(String(name ?? 'of this page'));
  return findNearNetwork(networks, name);
}

/**
 * Finds the network that a page names: `practice` or `near:practice`; none named is the first, and so is
 * `testnet` where the wallet has no network of that name, since connectors know no other. Throws 4902.
 */
export function findNearNetwork(networks: Networks, name: unknown): Network {
  if (name === undefined) return networks[0];
  const id = String(name).startsWith('near:') ? String(name) : `near:${String(name)}`;
  const network = findNetwork(networks, id) ?? (id === 'near:testnet' ? networks[0] : undefined);
  if (network) return network;
  throw unknownNetwork(id);
}
