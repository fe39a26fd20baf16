import {
  type AccountId,
  type Accounts,
  type Approved,
  type Capability,
  type Failure,
  type Lease,
  LinkspanError,
  networkOf,
  type SendIntent,
  type Sent,
  type Transfer,
  toFailure,
} from '@linkspan/contract';
import type { Session } from './session.ts';

/** One adopted wallet: its session, and the lease through which what it says is published. */
export interface Adopted<Namespace extends string = string> {
  readonly session: Session<Namespace>;
  /** As last published, the one in use first. */
  accounts(): Accounts<Namespace>;
  /** Publishes `connected` with these accounts, and asks for the balance. Throws as the lease does. */
  publish(accounts: Accounts<Namespace>): void;
  /** Publishes `disconnected`. Throws as the lease does. */
  publishEnd(failure?: Failure): void;
  /** Throws `wallet/unsupported` where the session does not declare it. */
  assertCan(capability: Capability): void;
  /** Throws `wallet/account-changed` where the account is not the one in use. */
  assertInUse(account: AccountId): void;
  send(intent: SendIntent): Promise<Sent>;
  /** Closes the session, once; nothing that it says is heard after it. */
  close(): void;
}

/** `signal` ends what outlives a session: the news of transfers that are under way. */
export function createAdopted<Namespace extends string>(
  session: Session<Namespace>,
  { wallet }: Approved<Namespace>,
  lease: Lease<Namespace>,
  signal: AbortSignal,
): Adopted<Namespace> {
  let accounts = session.accounts;
  let isClosed = false;
  let balancesAsked = 0;

  function publish(next: Accounts<Namespace>): void {
    const { capabilities } = session;
    lease.publishConnection({ status: 'connected', wallet, accounts: next, capabilities });
    accounts = next;
    refreshBalance().catch(() => undefined);
  }

  /** A chain that cannot be reached leaves the balance as it was; the connection stands. */
  async function refreshBalance(): Promise<void> {
    const turn = ++balancesAsked;
    const [account] = accounts;
    const balance = await session.balance(account);
    if (!isClosed && turn === balancesAsked && accounts[0] === account) lease.publishBalance(balance);
  }

  /** What has been sent stays sent: a lease that no longer takes the news does not make the command fail. */
  function publishTransfer(transfer: Transfer<Namespace>): void {
    if (signal.aborted) return;
    try {
      lease.publishTransfer(transfer);
    } catch (error) {
      reportError(error);
    }
  }

  async function send(intent: SendIntent): Promise<Sent> {
    const [from] = accounts;
    const { transaction, settled } = await session.send(intent);
    const transfer = { transaction, from, to: intent.to, amount: intent.amount };
    publishTransfer({ ...transfer, state: 'sent' });
    settled
      .then(
        () => publishTransfer({ ...transfer, state: 'landed' }),
        (error: unknown) => {
          const fallback = { code: 'network/reverted', context: { network: networkOf(from) } };
          publishTransfer({ ...transfer, state: 'failed', failure: toFailure(error, fallback) });
        },
      )
      .then(() => (isClosed ? undefined : refreshBalance()))
      .catch(() => undefined);
    return { transaction };
  }

  return {
    session,
    publish,
    send,
    accounts: () => accounts,
    publishEnd: (failure) =>
      lease.publishConnection({ status: 'disconnected', ...(failure !== undefined && { failure }) }),
    assertCan(capability) {
      if (!session.capabilities.includes(capability))
        throw new LinkspanError('wallet/unsupported', { wallet: wallet.name, method: capability });
    },
    assertInUse(account) {
      if (accounts[0] !== account) throw new LinkspanError('wallet/account-changed', { account });
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      session.close();
    },
  };
}
