import {
  type AccountId,
  type Accounts,
  type Answered,
  type ApplicationCall,
  type Approved,
  type Balance,
  type CallIntent,
  type Capability,
  type Failure,
  LinkspanError,
  type Network,
  type NetworkId,
  type Port,
  type Quote,
  type Reading,
  type SendIntent,
  type SendOptions,
  type Sent,
  type Settled,
  type Signed,
  type SignInIntent,
  type Unsettled,
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
export interface Session<Namespace extends string = string, Signer = unknown, Caller = unknown> {
  readonly accounts: Accounts<Namespace>;
  readonly capabilities: readonly Capability[];
  /** Whether the wallet reports no change of its accounts or network: it is read again before each request. */
  readonly isSilent?: boolean;
  /** Which accounts a signature has proved, if only a window of the wallet or a second device has named them. */
  readonly proof?: Proof<AccountId<Namespace>> | undefined;
  balance(account: AccountId<Namespace>): Promise<Balance<Namespace>>;
  /** The same accounts on another network. Rejects with `wallet/network-unsupported`, `wallet/rejected`. */
  switchNetwork(network: NetworkId<Namespace>): Promise<Accounts<Namespace>>;
  /** Takes an account into use in the family's library. */
  use(account: AccountId<Namespace>): void;
  /** The signer, as the family's `sign.ts` takes it. */
  signer(account: AccountId<Namespace>): Signer;
  /** Calls `noted` before the wallet is asked; `SettleSend` finds its outcome. */
  send(intent: SendIntent, options: SendOptions): Promise<Sent>;
  /** Carries out the requests of the page's application, as the family's `application.ts` takes it. */
  readonly caller?: Caller;
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
export type OpenSession<Namespace extends string = string, Signer = unknown, Caller = unknown> = (
  approved: Approved<Namespace>,
  port: Port<Namespace>,
  events: SessionEvents<Namespace>,
) => Promise<Session<Namespace, Signer, Caller>>;

/** Looks up once the outcome of a send; needs no wallet. Rejects with `network/…`. */
export type SettleSend<Namespace extends string = string> = (
  send: Unsettled<Namespace>,
  port: Port<Namespace>,
) => Promise<Settled>;

/** Requests the fee of a send from the network; needs no wallet. Rejects with `network/…`, `input/…`. */
export type QuoteSend<Namespace extends string = string> = (
  intent: SendIntent,
  port: Port<Namespace>,
) => Promise<Quote>;

/** A chain family: how it opens a wallet, and its code that is loaded once it is needed. */
export interface Family<Namespace extends string = string, Signer = unknown, Caller = unknown> {
  readonly open: OpenSession<Namespace, Signer, Caller>;
  /** Signing needs a connected wallet. */
  loadSign(port: Port<Namespace>): Promise<{
    sign(signer: Signer, text: string): Promise<Signed>;
    signIn(signer: Signer, intent: SignInIntent): Promise<Signed>;
  }>;
  /** A page that sends nothing looks up no send, and asks for no fee. */
  loadSettle(
    port: Port<Namespace>,
    send: Unsettled<Namespace>,
  ): Promise<{ readonly settle: SettleSend<Namespace> }>;
  loadQuote(port: Port<Namespace>): Promise<{ readonly quote: QuoteSend<Namespace> }>;
  /** Left out by a family whose wallets serve no application. */
  loadApplication?(port: Port<Namespace>): Promise<{ readonly readCall: ReadCall<Namespace, Caller> }>;
}

/**
 * Reads a request of the page's application; never prompts. `connected` is missing while no wallet is connected. Rejects as
 * `Handle.readCall` does.
 */
export type ReadCall<Namespace extends string = string, Caller = unknown> = (
  call: ApplicationCall<Namespace>,
  port: Port<Namespace>,
  connected?: Connected<Namespace, Caller>,
) => Promise<FamilyReading<Namespace>>;

/** The connected wallet, as the requests of an application need it. */
export interface Connected<Namespace extends string = string, Caller = unknown> {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** The one in use first. */
  readonly accounts: Accounts<Namespace>;
  readonly caller: Caller;
}

/** A request as its family has read it. The connector adds that a transaction is followed. */
export type FamilyReading<Namespace extends string = string> =
  | (Reading<Namespace> & { readonly asks: 'nobody' | 'network' })
  | {
      readonly asks: 'person';
      readonly intent: CallIntent;
      answer(options: SendOptions): Promise<FamilyAnswered>;
    };

export interface FamilyAnswered extends Answered {
  /** Looks up the outcome of what was sent, where `SettleSend` cannot, while the session is open. */
  look?(): Promise<Settled>;
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
