/** Where one server of the practice listens: its port, and its URL without a slash at the end. */
export interface Address {
  readonly port: number;
  readonly url: string;
}

/** Where the practice chains listen. The second Solana and NEAR networks are paths of the first. */
export interface ChainAddresses {
  readonly evm: Address;
  readonly evmTwo: Address;
  readonly solana: Address;
  readonly solanaWs: Address;
  readonly near: Address;
}

/** Every fixed address of the practice: the host, the remotes' origins and the local chains. */
export interface Addresses {
  readonly host: Address;
  readonly evm: Address;
  readonly solana: Address;
  readonly near: Address;
  readonly chains: ChainAddresses;
}

/**
 * Reads every fixed address from environment variables such as `LINKSPAN_HOST_PORT`, or takes its default.
 * Throws an Error whose message names the variable, if a value is no port or two ports are equal.
 */
export function readAddresses(env: Readonly<Record<string, string | undefined>>): Addresses;
