/** A network of a practice wallet. */
export interface Network {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: string;
  /** What the approval window calls it. */
  readonly title: string;
  /** JSON-RPC addresses over http(s), the preferred one first. */
  readonly rpc: readonly [string, ...string[]];
  /** The websocket address, where the family has one. The wallets have no need of it. */
  readonly ws?: string;
  /** The native coin, such as `ETH`. */
  readonly symbol: string;
  /** Decimal places of the native coin. */
  readonly decimals: number;
}

/** At least one network, in the order the page offers them. */
export type Networks = readonly [Network, ...Network[]];

/** Finds a network by its CAIP-2 id. */
export function findNetwork(networks: Networks, id: string): Network | undefined {
  return networks.find((network) => network.id === id);
}
