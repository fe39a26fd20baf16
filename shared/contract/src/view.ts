import type { Attempt } from './attempt.ts';
import type { Balance, BalanceFailure } from './balance.ts';
import type { Connection } from './connection.ts';
import type { Failure } from './failure.ts';
import type { FamilyId } from './ids.ts';
import type { RemoteState, Standing } from './remote.ts';
import type { Transfer } from './transfer.ts';
import type { WalletListing } from './wallet.ts';

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
  /** Of the account in use; undefined until the chain has answered. */
  readonly balance: Readable<Balance | undefined>;
  /** Why the balance could not be had when it was last asked for; undefined once it could. */
  readonly balanceFailure: Readable<Failure | undefined>;
  /** The latest sends, newest first. */
  readonly transfers: Readable<readonly Transfer[]>;
  readonly remote: Readable<RemoteState>;
  /** Of the release that this page has chosen. */
  readonly standing: Readable<Standing>;
}

/** The shared truth, for reading. Anyone may hold it. */
export interface View {
  readonly families: readonly FamilyId[];
  /** Throws `remote/unknown-family` for a family that the page does not have. */
  family(id: FamilyId): FamilyView;
}

/** The write end of one family's connection, lent to one holder at a time. */
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
   * The balance of the account in use could not be had. What is known of it stays, but for `network/other-chain`: who
   * answered may have told that too.
   */
  publishBalanceFailure(unknown: BalanceFailure<Namespace>): void;
  publishTransfer(transfer: Transfer<Namespace>): void;
}
