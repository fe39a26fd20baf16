import {
  type AccountId,
  type Accounts,
  type Failure,
  field,
  hasCode,
  type Lease,
  LinkspanError,
  networkOf,
  toError,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import { balanceMs } from './limits.ts';
import { within } from './race.ts';
import type { Session } from './session.ts';

/** One adopted wallet: its session, the lease through which it publishes, and the accounts that it published last. */
export class Adopted {
  readonly session: Session;
  readonly #lease: Lease;
  /** The account in use comes first. */
  accounts: Accounts;
  #isUnverified = false;
  readonly wallet: WalletRef;
  readonly #closed: AbortController;
  /** Why the wallet shows no account: it is locked, or has ended the connection. */
  #reason: Failure | undefined;
  #balanceRequests = 0;

  /** `closed` aborts the signal that the session was opened with. */
  constructor(session: Session, wallet: WalletRef, lease: Lease, closed: AbortController) {
    this.session = session;
    this.#lease = lease;
    this.accounts = session.accounts;
    this.wallet = wallet;
    this.#closed = closed;
    rereadOnReturn(session, closed.signal);
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  close(): void {
    this.#closed.abort();
  }

  /**
   * Publishes `connected` with these accounts, and requests the balance. Throws as the lease does; resolves once there is
   * a balance, or a reason why not.
   */
  publish(accounts: Accounts): Promise<void> {
    const { capabilities, appUrl } = this.session;
    const isUnverified = this.#isUnprovedFor(accounts);
    this.#lease.publishConnection({
      ...{ status: 'connected', wallet: this.wallet, accounts, capabilities },
      ...(isUnverified && { isUnverified }),
      ...(appUrl !== undefined && { appUrl }),
    });
    this.accounts = accounts;
    this.#isUnverified = isUnverified;
    this.#reason = undefined;
    return this.refreshBalance().catch(() => undefined);
  }

  /** Whether a signature, perhaps in another tab, has proved the account in use, or its proof is gone, since `publish`. */
  hasOtherProof(): boolean {
    return this.#reason === undefined && this.#isUnprovedFor(this.accounts) !== this.#isUnverified;
  }

  #isUnprovedFor([inUse]: Accounts): boolean {
    return this.session.proof?.has(inUse) === false;
  }

  /** Publishes `reconnecting` with the reason, until the next `publish`. Throws as the lease does. */
  publishLocked(failure: Failure): void {
    const { accounts } = this;
    this.#lease.publishConnection({ status: 'reconnecting', wallet: this.wallet, accounts, failure });
    this.#reason = failure;
  }

  /** Publishes `disconnected`. Throws as the lease does. */
  publishEnd(failure?: Failure): void {
    this.#reason = failure;
    this.#lease.publishConnection({ status: 'disconnected', ...(failure !== undefined && { failure }) });
  }

  /**
   * Publishes the balance of the account in use, or why it is unknown: a chain that does not answer does not end the
   * connection. Rejects as the lease throws.
   */
  async refreshBalance(): Promise<void> {
    const turn = ++this.#balanceRequests;
    const [account] = this.accounts;
    const late = () => new LinkspanError('network/unreachable', { network: networkOf(account) });
    const isWanted = () => !this.#isClosed && turn === this.#balanceRequests && this.accounts[0] === account;
    try {
      const balance = await within(this.session.balance(account), balanceMs, late);
      if (isWanted()) this.#lease.publishBalance(balance);
    } catch (error) {
      const { code, context } = late();
      const failure = toFailure(error, { code, context });
      if (isWanted()) this.#lease.publishBalanceFailure({ account, failure });
    }
  }

  /** Throws the reason while the wallet shows no account. */
  assertShown(): void {
    if (this.#reason !== undefined) throw toError(this.#reason);
  }

  /**
   * Throws why the wallet has ended the connection, if that has cut a request off; `wallet/not-connected` if the page has: no
   * person has cancelled the request.
   */
  assertNotEnded(error: unknown): void {
    if (!this.#isClosed || !hasCode(error, 'wallet/cancelled')) return;
    if (this.#reason !== undefined) throw toError(this.#reason, error);
    throw new LinkspanError('wallet/not-connected', {}, { cause: error });
  }

  /** Reads the wallet again: what has changed, as an error; else `cause`. */
  async findChange(account: AccountId, cause?: unknown): Promise<unknown> {
    const isShown = await this.session.reread().then(
      () => true,
      () => false,
    );
    const { name: wallet } = this.wallet;
    const [now] = this.accounts;
    if (this.#reason !== undefined) return toError(this.#reason, cause);
    if (networkOf(now) !== networkOf(account))
      return new LinkspanError('wallet/network-changed', { wallet }, { cause });
    if (now !== account) return new LinkspanError('wallet/account-changed', { account }, { cause });
    // It still shows the account, so it has refused this request alone.
    if (isShown && hasCode(cause, 'wallet/revoked'))
      return new LinkspanError('wallet/unsupported', { wallet, method: '' }, { cause });
    return cause;
  }
}

/**
 * Reads the wallet again each time that the person comes back to the page, until the person rejects such a read: closing
 * the wallet's window gives the page the focus back. One read runs at a time.
 */
function rereadOnReturn(session: Session, signal: AbortSignal): void {
  let isBusy = false;
  const reread = async () => {
    // Also the page that is left becomes hidden.
    if (isBusy || globalThis.document?.visibilityState === 'hidden') return;
    isBusy = true;
    isBusy = await session.reread().then(() => false, isRejection);
  };
  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    globalThis.window?.addEventListener(event, () => void reread(), { signal });
}

function isRejection(error: unknown): boolean {
  return (
    hasCode(error, 'wallet/rejected') || hasCode(error, 'wallet/closed') || field(error, 'code') === 4001
  );
}
