import type { Failure } from './failure.ts';
import type { AccountId } from './ids.ts';
import type { Capability } from './request.ts';

/** The accounts that a wallet has opened to the page, all on one network; the first is in use. */
export type Accounts<Namespace extends string = string> = readonly [
  AccountId<Namespace>,
  ...AccountId<Namespace>[],
];

/** The connection of one family's wallet. The network in use is that of the accounts (`networkOf`). */
export type Connection<Namespace extends string = string> =
  | {
      readonly status: 'disconnected';
      /** The reason, unless the person disconnected. */
      readonly failure?: Failure;
    }
  | {
      readonly status: 'connecting';
      readonly wallet: WalletRef;
    }
  | {
      readonly status: 'connected';
      readonly wallet: WalletRef;
      readonly accounts: Accounts<Namespace>;
      readonly capabilities: readonly Capability[];
      /** Only a window of the wallet or a second device has named the accounts; no signature has proved them yet. */
      readonly isUnverified?: true;
      /** Opens the wallet's app on the same phone: an https address, or one with the scheme of the app. */
      readonly appUrl?: string;
    }
  | {
      /** After a reload: the last known accounts, until the wallet has confirmed them. */
      readonly status: 'reconnecting';
      readonly wallet: WalletRef;
      readonly accounts: Accounts<Namespace>;
      /** Why the wallet shows no account for now, such as `wallet/locked`: it is asked again silently. */
      readonly failure?: Failure;
    };

export type Status = Connection['status'];

type Waiting = Connection & { readonly status: 'reconnecting'; readonly failure: Failure };

/** Whether a connection's wallet shows no account for now, and returns by itself once it does. */
export function isWaiting(connection: Connection): connection is Waiting {
  return connection.status === 'reconnecting' && connection.failure !== undefined;
}

/** Whether the wallet with this id is connected. */
export function isConnectedTo(connection: Connection, walletId: string): boolean {
  return connection.status === 'connected' && connection.wallet.id === walletId;
}

/** The accounts of a connection; none while there is no wallet. */
export function accountsOf<Namespace extends string>(
  connection: Connection<Namespace>,
): readonly AccountId<Namespace>[] {
  return 'accounts' in connection ? connection.accounts : [];
}

/** The name of a wallet in a connection. */
export interface WalletRef {
  /** Stable across visits and unique in its family; chosen by the family's discovery. */
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URI. It is only ever the source of an `<img>`. */
  readonly icon?: string;
}

/** The balance of an account in its network's native coin, whose symbol and decimals the network's configuration has. */
export interface Balance<Namespace extends string = string> {
  readonly account: AccountId<Namespace>;
  /** In the smallest unit (wei, lamport, yoctoNEAR), as decimal digits. */
  readonly amount: string;
}

/** Why the balance of an account is unknown. */
export interface BalanceFailure<Namespace extends string = string> {
  readonly account: AccountId<Namespace>;
  readonly failure: Failure;
}
