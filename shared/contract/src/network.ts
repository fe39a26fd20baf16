import type { AssetId, NetworkId } from './ids.ts';

/** A token that the page knows. */
export interface Token {
  /** CAIP-19, on the network that has it: `eip155:1/erc20:0x…`. */
  readonly asset: AssetId;
  /** Such as `USDC`. */
  readonly symbol: string;
  /** How many decimal places an amount has. */
  readonly decimals: number;
}

/** A network that the page offers, as its configuration describes it. */
export interface Network<Namespace extends string = string> {
  readonly id: NetworkId<Namespace>;
  /** Such as `Ethereum`. */
  readonly title: string;
  /** JSON-RPC addresses over http(s), the preferred one first. */
  readonly rpc: readonly [string, ...string[]];
  /** The websocket address, if the family uses one that does not follow from `rpc`. */
  readonly ws?: string;
  /** The native coin's symbol: `ETH`. */
  readonly symbol: string;
  /** How many decimal places the native coin has. */
  readonly decimals: number;
  /** Its coin has no value: views mark the network wherever they show money. */
  readonly isTest?: true;
  /** Address of a transaction in an explorer; `{transaction}` is replaced by its id. */
  readonly explorer?: string;
  readonly tokens?: readonly Token[];
}

/** Whether all nodes of a network run on the visitor's machine. */
export function isLocalNetwork({ rpc }: Pick<Network, 'rpc'>): boolean {
  return rpc.every((address) => URL.canParse(address) && isLoopback(new URL(address).hostname));
}

/** RFC 6761, "localhost."; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3. */
function isLoopback(host: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(host);
}
