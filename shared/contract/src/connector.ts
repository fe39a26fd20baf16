import type { Attempt } from './attempt.ts';
import type { Code } from './codes.ts';
import type { Balance, BalanceFailure, Connection } from './connection.ts';
import type { Approved, Pairing, RemotePort, WalletListing } from './discovery.ts';
import type { Failure } from './failure.ts';
import type { AccountId, FamilyId, NetworkId } from './ids.ts';
import type { ReleaseStatus, RemoteState } from './remote.ts';
import type { Reading, WalletRequest } from './request.ts';
import type { Settled, Unsettled } from './settle.ts';

/** The host's side of a mounted connector. */
export interface Port<Namespace extends string = string> extends RemotePort<Namespace> {
  /** The host's own store, for reading: one truth for every module of the page. */
  readonly view: View;
}

/** The codes that every command on the account in use rejects with: another account is in use, or none. */
export type CommandCode = Extract<
  Code,
  'wallet/account-changed' | 'wallet/not-connected' | 'wallet/unsupported'
>;

/** The codes of a request that the wallet shows: its prompt, its answer, and the comparison with the request. */
export type SignCode = Extract<Code, `wallet/${string}`> | 'input/empty';

/** The codes of a send: those of a signature, the network's, and those of a wrong recipient or amount. */
export type SendCode = Extract<Code, `${'wallet' | 'network' | 'input'}/${string}`>;

/** The code with which a look-up of a send says nothing about it. */
export type SettleCode = Extract<Code, `network/${string}`>;

/**
 * The commands of a mounted connector. A command settles when it is done, or rejects with an error of the code that is
 * named beside it; the new fact arrives through the lease.
 */
export interface Handle<Namespace extends string = string> {
  /**
   * Takes over an approved wallet and publishes `connected` through the lease. Never prompts. A rejection
   * leaves what was connected before as it was.
   */
  adopt(approved: Approved<Namespace>, lease: Lease<Namespace>): Promise<void>;
  /**
   * Ends the connection, publishes `disconnected`, and revokes the permission; with `keepPermission` only that of a wallet
   * whose code is part of the remote. Rejects with `wallet/keeps-permission` if the wallet keeps it; the connection is over
   * either way.
   */
  disconnect(options?: DisconnectOptions): Promise<void>;
  /** Rejects with a `SignCode`, such as `wallet/rejected` or `wallet/network-unsupported`. */
  switchNetwork(network: NetworkId<Namespace>): Promise<void>;
  /** Rejects with a `CommandCode`. */
  switchAccount(account: AccountId<Namespace>): Promise<void>;
  /**
   * Reads a request, and never prompts. Rejects with a `CommandCode`; with `wallet/network-unsupported`, or with `input/call`
   * for what its standard does not have in this form. A send that cannot be also rejects as the network and the recipient say:
   * `input/…`, `network/…`.
   */
  read(request: WalletRequest<Namespace>): Promise<Reading<Namespace>>;
  /**
   * Looks up once the outcome of a send, perhaps of an earlier page; needs no wallet and never prompts. Rejects with a
   * `SettleCode`, which says nothing about the send.
   */
  settle(send: Unsettled<Namespace>): Promise<Settled>;
  /** Requests the balance of the account in use; settles when it, or the reason why not, is published. */
  refreshBalance(): Promise<void>;
  /** Synchronous; publishes nothing, and nothing comes through after it. Keeps the wallet's permission. */
  unmount(): void;
}

/** The one export of a connector module: `export const mount: Mount<'eip155'> = …`. */
export type Mount<Namespace extends string = string> = (port: Port<Namespace>) => Handle<Namespace>;

export interface DisconnectOptions {
  /** The same wallet is connected for another family, and may have one permission for both. */
  readonly keepPermission?: true;
}

/** A value that changes. Any nanostores atom is one. */
export interface Readable<Value> {
  get(): Value;
  /** Calls at once and at each change; returns a function to unsubscribe. */
  subscribe(listener: (value: Value) => void): () => void;
  /** Calls at each change; returns a function to unsubscribe. */
  listen(listener: (value: Value) => void): () => void;
}

/** The facts about one family. */
export interface FamilyView {
  readonly wallets: Readable<readonly WalletListing[]>;
  readonly connection: Readable<Connection>;
  readonly attempt: Readable<Attempt>;
  /** The pairing of the running attempt or request, for a second device. */
  readonly pairing: Readable<Pairing | undefined>;
  /** Of the account in use; undefined until the chain has answered. */
  readonly balance: Readable<Balance | undefined>;
  /** Why the last request of the balance failed; undefined after a success. */
  readonly balanceFailure: Readable<Failure | undefined>;
  readonly remote: Readable<RemoteState>;
  /** Of the release that this page has chosen. */
  readonly releaseStatus: Readable<ReleaseStatus>;
}

/** The page's facts, for reading. Any module may use it. */
export interface View {
  readonly families: readonly FamilyId[];
  /** Throws `remote/unknown-family` for a family that the page does not have. */
  family(id: FamilyId): FamilyView;
}

/** The write end of one family's connection, given to one holder at a time. */
export interface Lease<Namespace extends string = string> {
  /**
   * Each throws, and changes nothing:
   * `remote/unleased` once another holder has published, the lease was taken back, or it has published `disconnected`,
   * `remote/malformed` with the place,
   * `remote/foreign` for an account of another namespace.
   */
  publishConnection(connection: Connection<Namespace>): void;
  /** Also throws `remote/stale-balance` if the account is not the one in use. */
  publishBalance(balance: Balance<Namespace>): void;
  /**
   * The balance of the account in use is unknown. An earlier balance stays, except after `network/other-chain`: the
   * wrong chain may have reported it.
   */
  publishBalanceFailure(unknown: BalanceFailure<Namespace>): void;
}
