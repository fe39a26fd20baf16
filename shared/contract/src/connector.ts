import type { Approved } from './discovery.ts';
import type { AccountId, FamilyId, NetworkId } from './ids.ts';
import type { MessageIntent, SendIntent, Sent, Signed, SignInIntent } from './intent.ts';
import type { Network } from './network.ts';
import type { SendOptions, Settled, Unsettled } from './settle.ts';
import type { ScopedStorage } from './storage.ts';
import type { Lease, View } from './view.ts';

/** What the host lends to a connector for as long as it is mounted. */
export interface Port<Namespace extends string = string> {
  readonly family: FamilyId;
  readonly networks: readonly [Network<Namespace>, ...Network<Namespace>[]];
  /** The remote's own part of the configuration; the remote parses it. */
  readonly options: unknown;
  /** The host's own store, for reading: one truth for every module of the page. */
  readonly view: View;
  readonly storage: ScopedStorage;
  /** Aborted by `unmount`. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, as the page tells the time. */
  now(): number;
}

/**
 * The commands of a mounted connector. A command settles when it is done, or rejects with a coded error; the new
 * fact arrives through the lease. Commands on an account that is no longer in use reject with
 * `wallet/account-changed`, commands without a connection with `wallet/not-connected`.
 */
export interface Handle<Namespace extends string = string> {
  /**
   * Takes over an approved wallet and publishes `connected` through the lease. Never prompts. A rejection
   * leaves what was connected before as it was.
   */
  adopt(approved: Approved<Namespace>, lease: Lease<Namespace>): Promise<void>;
  /** Ends the connection, revokes the permission where the wallet can, publishes `disconnected`. */
  disconnect(): Promise<void>;
  /** Rejects with `wallet/rejected`, `wallet/network-unsupported`. */
  switchNetwork(network: NetworkId<Namespace>): Promise<void>;
  /** Takes one of the connection's accounts into use. */
  switchAccount(account: AccountId<Namespace>): Promise<void>;
  signMessage(intent: MessageIntent): Promise<Signed>;
  /** EIP-4361, Sign-In With Solana, NEP-413. */
  signIn(intent: SignInIntent): Promise<Signed>;
  /**
   * Settles once the network has taken the transaction; publishes a `Transfer`, later its end and the balance.
   */
  send(intent: SendIntent, options?: SendOptions): Promise<Sent>;
  /**
   * Looks up once the outcome of a send, perhaps of an earlier page; needs no wallet and never prompts. Rejects with `network/…` where the network does not tell, which says nothing about the send.
   */
  settle(send: Unsettled<Namespace>): Promise<Settled>;
  /** Asks for the balance of the account in use once more; settles when it is published, or why not. */
  refreshBalance(): Promise<void>;
  /** Synchronous; publishes nothing, and nothing comes through after it. Keeps the wallet's permission. */
  unmount(): void;
}

/** The one export of a connector module: `export const mount: Mount<'eip155'> = …`. */
export type Mount<Namespace extends string = string> = (port: Port<Namespace>) => Handle<Namespace>;
