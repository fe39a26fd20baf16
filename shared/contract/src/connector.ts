import type { Attempt } from './attempt.ts';
import type { Balance, BalanceFailure, Connection } from './connection.ts';
import type { Approved, Pairing, RemotePort, WalletListing } from './discovery.ts';
import type { Failure } from './failure.ts';
import type { AccountId, FamilyId, NetworkId } from './ids.ts';
import type { MessageIntent, Quote, SendIntent, Sent, Signed, SignInIntent } from './intent.ts';
import type { ReleaseStatus, RemoteState } from './remote.ts';
import type { SendOptions, Settled, Unsettled } from './settle.ts';
import type { Transfer } from './transfer.ts';

/** What the host gives a connector for as long as it is mounted. */
export interface Port<Namespace extends string = string> extends RemotePort<Namespace> {
  /** The host's own store, for reading: one truth for every module of the page. */
  readonly view: View;
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
   * Asks the network what a send would cost; asks nothing of the wallet, and never prompts. Rejects with `network/…`
   * where the network does not tell, with `wallet/unsupported` if the wallet cannot send, and with `input/…`.
   */
  quote(intent: SendIntent): Promise<Quote>;
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

/** A value that changes. Any nanostores atom is one. */
export interface Readable<Value> {
  get(): Value;
  /** Calls at once and at each change; returns what ends it. */
  subscribe(listener: (value: Value) => void): () => void;
  /** Calls at each change; returns what ends it. */
  listen(listener: (value: Value) => void): () => void;
}

/** All that is known of one family. */
export interface FamilyView {
  readonly wallets: Readable<readonly WalletListing[]>;
  readonly connection: Readable<Connection>;
  readonly attempt: Readable<Attempt>;
  /** What a second device opens for what the wallet is asked now. */
  readonly pairing: Readable<Pairing | undefined>;
  /** Of the account in use; undefined until the chain has answered. */
  readonly balance: Readable<Balance | undefined>;
  /** Why the balance could not be had when it was last asked for; undefined once it could. */
  readonly balanceFailure: Readable<Failure | undefined>;
  /** The latest sends, newest first. */
  readonly transfers: Readable<readonly Transfer[]>;
  readonly remote: Readable<RemoteState>;
  /** Of the release that this page has chosen. */
  readonly releaseStatus: Readable<ReleaseStatus>;
}

/** The shared truth, for reading. Anyone may hold it. */
export interface View {
  readonly families: readonly FamilyId[];
  /** Throws `remote/unknown-family` for a family that the page does not have. */
  family(id: FamilyId): FamilyView;
}

/** The write end of one family's connection, given to one holder at a time. */
export interface Lease<Namespace extends string = string> {
  /**
   * Each throws, and changes nothing:
   * `remote/unleased` once another holder has published, the lease was taken back, or it has published `disconnected`
   * (but for transfers),
   * `remote/malformed` with the place of what is wrong,
   * `remote/foreign` for an account of another namespace.
   */
  publishConnection(connection: Connection<Namespace>): void;
  /** Also throws `remote/stale-balance` where the account is not the one in use. */
  publishBalance(balance: Balance<Namespace>): void;
  /**
   * The balance of the account in use could not be had. What is known of it stays, except after
   * `network/other-chain`: the wrong chain may have reported that too.
   */
  publishBalanceFailure(unknown: BalanceFailure<Namespace>): void;
  publishTransfer(transfer: Transfer<Namespace>): void;
}
