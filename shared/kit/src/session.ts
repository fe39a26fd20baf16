import {
  type AccountId,
  type Accounts,
  type Approved,
  type Balance,
  type Capability,
  type Failure,
  LinkspanError,
  type Network,
  type NetworkId,
  type Port,
  type Reading,
  type Settled,
  type Unsettled,
  type WalletRequest,
} from '@linkspan/contract';
import type { Proof } from './wallet-storage.ts';

/** The changes of its wallet that a session reports, until the signal aborts. */
export interface SessionEvents<Namespace extends string = string> {
  /** Aborted when the session is closed: it then removes every listener and timer, synchronously. */
  readonly signal: AbortSignal;
  /** The accounts, the one in use first, or their network are others now. */
  changed(accounts: Accounts<Namespace>): void;
  /** The wallet shows no account for now, for the given reason; `changed` reports when it does again. */
  locked(failure: Failure): void;
  /** The wallet ended it. */
  ended(failure: Failure): void;
}

/** One adopted wallet, in the terms of its family's library. The kit's connector turns it into a `Handle`. */
export interface Session<Namespace extends string = string, Caller = unknown> {
  readonly accounts: Accounts<Namespace>;
  readonly capabilities: readonly Capability[];
  /** Whether the wallet reports no change of its accounts or network: it is read again before each request. */
  readonly isSilent?: boolean;
  /** Which accounts a signature has proved, if only a window of the wallet or a second device has named them. */
  readonly proof?: Proof<AccountId<Namespace>> | undefined;
  /** See `Connection.appUrl`. */
  readonly appUrl?: string | undefined;
  balance(account: AccountId<Namespace>): Promise<Balance<Namespace>>;
  /** The same accounts on another network. Rejects with `wallet/network-unsupported`, `wallet/rejected`. */
  switchNetwork(network: NetworkId<Namespace>): Promise<Accounts<Namespace>>;
  /** Takes an account into use in the family's library. */
  use(account: AccountId<Namespace>): void;
  /** Carries out requests, as the family's readers take it. */
  readonly caller: Caller;
  /**
   * Reads the wallet's accounts and network again, without a prompt, and reports changes: when the person comes back to
   * the page, and if such a change may be why a request was refused. Rejects if the wallet does not answer.
   */
  reread(): Promise<void>;
  /**
   * Gives the permission back; the session is closed after it. Rejects with `wallet/keeps-permission` if the wallet is known
   * to keep it.
   */
  revoke(): Promise<void>;
}

/** The `provider` of an approval: the wallet's object, and apart from it what the remote itself knows of the wallet. */
export interface Handed<Provider, Own = object> {
  readonly provider: Provider;
  readonly own: Own | undefined;
}

/** Opens a session on an approved wallet; never prompts. */
export type OpenSession<Namespace extends string = string, Caller = unknown> = (
  approved: Approved<Namespace>,
  port: Port<Namespace>,
  events: SessionEvents<Namespace>,
) => Promise<Session<Namespace, Caller>>;

/** Looks up once the outcome of a send; needs no wallet. Rejects with `network/…`. */
export type SettleSend<Namespace extends string = string> = (
  send: Unsettled<Namespace>,
  port: Port<Namespace>,
) => Promise<Settled>;

/** A chain family: how it opens a wallet, and its code that is loaded once it is needed. */
export interface Family<Namespace extends string = string, Caller = unknown> {
  readonly open: OpenSession<Namespace, Caller>;
  /** The part of the family's table of readers that this kind of request is in. */
  loadReaders(
    port: Port<Namespace>,
    kind: WalletRequest['kind'],
  ): Promise<{ readonly readers: Readers<Namespace, Caller> }>;
  /** A page that sends nothing looks up no send. */
  loadSettle(
    port: Port<Namespace>,
    send: Unsettled<Namespace>,
  ): Promise<{ readonly settle: SettleSend<Namespace> }>;
}

/** One request, and who would carry it out. */
export interface Asked<Namespace extends string, Caller> {
  /** The kind of the page's request, which is `params`, or the method of the application's. */
  readonly method: string;
  readonly params: unknown;
  /** See `CallRequest`: a claim of the application. */
  readonly abi?: unknown;
  readonly network: NetworkId<Namespace>;
  readonly port: Port<Namespace>;
  readonly connected: Connected<Namespace, Caller> | undefined;
}

/** Reads one kind of request, or one method; throws `Malformed` for parameters of another form. */
export type Reader<Namespace extends string = string, Caller = unknown> = (
  asked: Asked<Namespace, Caller>,
) => Reading<Namespace> | Promise<Reading<Namespace>>;

/** By kind of the page's request or method of the application's. The page asks nobody about any other. */
export type Readers<Namespace extends string = string, Caller = unknown> = ReadonlyMap<
  string,
  Reader<Namespace, Caller>
>;

/** The connected wallet, as its requests need it. */
export interface Connected<Namespace extends string = string, Caller = unknown> {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** The one in use first. */
  readonly accounts: Accounts<Namespace>;
  readonly capabilities: readonly Capability[];
  readonly caller: Caller;
  /** Throws the reason while the wallet shows no account. */
  assertShown(): void;
}

/** The network with this id. Throws `wallet/network-unsupported` if the page does not have it. */
export function findNetwork<Namespace extends string>(
  networks: readonly Network<Namespace>[],
  id: string,
  wallet: string,
): Network<Namespace> {
  const network = networks.find((one) => one.id === id);
  if (network === undefined) throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
  return network;
}

/** The wallet can show its accounts again without asking the person. */
export function toKept(wallet: string): LinkspanError {
  return new LinkspanError('wallet/keeps-permission', { wallet });
}
