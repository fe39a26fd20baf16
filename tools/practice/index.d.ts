// The types of `@linkspan/practice`, which is built: `src/index.ts` is checked against them.

/** The variables of an environment, such as `LINKSPAN_EVM_CHAIN_PORT`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A network of a practice chain, as a page's configuration describes it. */
export interface PracticeNetwork {
  /** CAIP-2, such as `eip155:31337`. */
  readonly id: `${string}:${string}`;
  readonly title: string;
  /** JSON-RPC addresses over http. */
  readonly rpc: readonly [string, ...string[]];
  /** The websocket address, if the family uses one. */
  readonly ws?: string;
  /** The native coin's symbol, such as `ETH`. */
  readonly symbol: string;
  /** How many decimal places the native coin has. */
  readonly decimals: number;
  /** Its coin has no value. */
  readonly isTest?: true;
}

/** What a page's configuration takes from the practice, beside the address of its wallets. */
export interface PracticePage {
  /** By family: `evm`, `solana`, `near`. */
  readonly families: Readonly<Record<string, readonly PracticeNetwork[]>>;
  /** The wallets that the page shows in one row for several families. */
  readonly identities: readonly { readonly identity: string; readonly families: readonly string[] }[];
  /** The word for the chains. */
  readonly label: string;
}

/**
 * The practice chains and wallets for a page's configuration. Throws an Error that names the variable, if a port of the
 * environment is none or two are equal.
 */
export function practicePage(env: Environment): PracticePage;

/** The absolute path of the built module of the practice wallets. */
export const walletsFile: string;

/**
 * Starts the chains of all families on the ports of the environment, or on their defaults, and calls `onReady` with a
 * line about each server that is ready. Where all chains answer already, it starts none, and `close` ends nothing. Throws
 * an Error whose `code` is `chain/port-in-use`, `chain/no-binary` or `chain/not-ready`, and as `practicePage` does.
 */
export function startChains(
  env: Environment,
  onReady?: (line: string) => void,
): Promise<{ close(): Promise<void> }>;
