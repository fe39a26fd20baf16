import { LinkspanError, type Network } from '@linkspan/contract';

/** The network with this id. Throws `wallet/network-unsupported` where the page does not have it. */
export function findNetwork<Namespace extends string>(
  networks: readonly Network<Namespace>[],
  id: string,
  wallet: string,
): Network<Namespace> {
  const network = networks.find((one) => one.id === id);
  if (network === undefined) throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
  return network;
}
