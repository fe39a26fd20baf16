import {
  type AccountId,
  type Accounts,
  type Approved,
  type Capability,
  type Code,
  type Failure,
  type Lease,
  LinkspanError,
  networkOf,
  type SendIntent,
  type SendOptions,
  type Sent,
  type Settled,
  type Transfer,
  toFailure,
  type Unsettled,
  type WalletRef,
} from '@linkspan/contract';
import { follow } from './follow.ts';
import { balanceMs } from './limits.ts';
import { within } from './race.ts';
import type { Session } from './session.ts';

/** One adopted wallet: its session, and the lease through which what it says is published. */
export interface Adopted<Namespace extends string = string> {
  readonly session: Session<Namespace>;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** Why the wallet shows no account: since it is locked, or has ended the connection. */
  reason(): Failure | undefined;
  /** As last published, the one in use first. */
  accounts(): Accounts<Namespace>;
  /** Publishes `connected` with these accounts, and asks for the balance. Throws as the lease does. */
  publish(accounts: Accounts<Namespace>): void;
  /** Publishes `reconnecting` with the reason, until the next `publish`. Throws as the lease does. */
  publishLocked(failure: Failure): void;
  /** Publishes `disconnected`. Throws as the lease does. */
  publishEnd(failure?: Failure): void;
  /** Throws the reason while the wallet shows no account, and `wallet/unsupported` if the session does not declare it. */
  assertCan(capability: Capability): void;
  /** Throws `wallet/account-changed` where the account is not the one in use. */
  assertInUse(account: AccountId): void;
  send(intent: SendIntent, options?: SendOptions): Promise<Sent>;
  /** Publishes the balance of the account in use, or why it cannot be had. Rejects as the lease throws. */
  refreshBalance(): Promise<void>;
  /** Closes the session, once; nothing that it says is heard after it. */
  close(): void;
}

/** What outlives a session: the news of transfers that are under way. */
export interface Following<Namespace extends string = string> {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** As `Handle.settle`. */
  settle(send: Unsettled<Namespace>): Promise<Settled>;
  /** The ids of all sends of the family that the page knows. */
  known(): readonly string[];
}

/** An open session, and what was last published of it. */
interface Opened<Namespace extends string> {
  readonly session: Session<Namespace>;
  readonly wallet: WalletRef;
  readonly lease: Lease<Namespace>;
  /** Aborted once the session is closed. */
  readonly closed: AbortController;
  accounts: Accounts<Namespace>;
  reason: Failure | undefined;
  balancesAsked: number;
}

export function createAdopted<Namespace extends string>(
  session: Session<Namespace>,
  { wallet }: Approved<Namespace>,
  lease: Lease<Namespace>,
  following: Following<Namespace>,
): Adopted<Namespace> {
  const closed = new AbortController();
  const { accounts } = session;
  const opened: Opened<Namespace> = {
    session,
    wallet,
    lease,
    closed,
    accounts,
    reason: undefined,
    balancesAsked: 0,
  };
  onReturn(closed.signal, () => void session.reread().catch(() => undefined));

  const adopted: Adopted<Namespace> = {
    session,
    wallet: wallet.name,
    reason: () => opened.reason,
    accounts: () => opened.accounts,
    publish: (next) => publish(opened, next),
    refreshBalance: () => refreshBalance(opened),
    send: (intent, options) =>
      sendAndFollow({ adopted, lease, following, closed: closed.signal }, intent, options),
    publishLocked(failure) {
      lease.publishConnection({ status: 'reconnecting', wallet, accounts: opened.accounts, failure });
      opened.reason = failure;
    },
    publishEnd(failure) {
      opened.reason = failure;
      lease.publishConnection({ status: 'disconnected', ...(failure !== undefined && { failure }) });
    },
    assertCan(capability) {
      if (opened.reason !== undefined) throw toThrown(opened.reason);
      if (!session.capabilities.includes(capability))
        throw new LinkspanError('wallet/unsupported', { wallet: wallet.name, method: capability });
    },
    assertInUse(account) {
      if (opened.accounts[0] !== account) throw new LinkspanError('wallet/account-changed', { account });
    },
    close() {
      if (closed.signal.aborted) return;
      closed.abort();
      session.close();
    },
  };
  return adopted;
}

function publish<Namespace extends string>(opened: Opened<Namespace>, accounts: Accounts<Namespace>): void {
  const { session, wallet, lease } = opened;
  lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: session.capabilities });
  opened.accounts = accounts;
  opened.reason = undefined;
  refreshBalance(opened).catch(() => undefined);
}

/** A chain that cannot be reached does not end the connection: the reason why there is no balance is published. */
async function refreshBalance<Namespace extends string>(opened: Opened<Namespace>): Promise<void> {
  const { session, lease, closed } = opened;
  const turn = ++opened.balancesAsked;
  const [account] = opened.accounts;
  const late = () => new LinkspanError('network/unreachable', { network: networkOf(account) });
  const isWanted = () =>
    !closed.signal.aborted && turn === opened.balancesAsked && opened.accounts[0] === account;
  try {
    const balance = await within(session.balance(account), balanceMs, late);
    if (isWanted()) lease.publishBalance(balance);
  } catch (error) {
    const { code, context } = late();
    const failure = toFailure(error, { code, context });
    if (isWanted()) lease.publishBalanceFailure({ account, failure });
  }
}

/** What a send needs: the wallet, and what it is followed by, also once the wallet is `closed`. */
interface Sending<Namespace extends string> {
  readonly adopted: Adopted<Namespace>;
  readonly lease: Lease<Namespace>;
  readonly following: Following<Namespace>;
  readonly closed: AbortSignal;
}

async function sendAndFollow<Namespace extends string>(
  { adopted, lease, following, closed }: Sending<Namespace>,
  intent: SendIntent,
  options?: SendOptions,
): Promise<Sent> {
  const { signal, settle, known } = following;
  const [from] = adopted.accounts();
  const { to, amount } = intent;
  let note: string | undefined;
  const noted = (latest: string) => {
    note = latest;
    options?.noted(latest);
  };
  const { transaction } = await adopted.session.send(intent, { noted });
  const sent = { transaction, from, to, amount, state: 'sent' } as const;
  const publish = (transfer: Transfer<Namespace>) => publishTransfer(lease, transfer, signal);
  publish(sent);
  const look = () => {
    const others = known().filter((id) => id !== transaction);
    return settle({ transaction, from, to, amount, others, ...(note !== undefined && { note }) });
  };
  follow(sent, look, signal)
    .then(publish)
    .then(() => (closed.aborted ? undefined : adopted.refreshBalance()))
    .catch(() => undefined);
  return { transaction };
}

/** What has been sent stays sent: a lease that no longer takes the news does not make the command fail. */
function publishTransfer<Namespace extends string>(
  lease: Lease<Namespace>,
  transfer: Transfer<Namespace>,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  try {
    lease.publishTransfer(transfer);
  } catch (error) {
    reportError(error);
  }
}

/** Not by `toError` of the contract, which brings the table of all codes along: a session knows the code that it reports. */
export function toThrown({ code, context }: Failure, cause?: unknown): LinkspanError {
  return new LinkspanError(code as Code, context as never, { cause });
}

/** Calls each time that the person comes back to the page, until the signal aborts. */
function onReturn(signal: AbortSignal, run: () => void): void {
  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    globalThis.window?.addEventListener(event, run, { signal });
}
