import {
  type AccountId,
  type Accounts,
  type Capability,
  type Failure,
  field,
  hasCode,
  type Lease,
  LinkspanError,
  type Network,
  networkOf,
  toError,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import { balanceMs } from './limits.ts';
import { within } from './race.ts';
import type { Session } from './session.ts';

/** One adopted wallet: its session, the lease through which it publishes, and what it has published last. */
export interface Adopted {
  readonly session: Session;
  readonly wallet: WalletRef;
  readonly lease: Lease;
  /** Aborted once the session is closed. */
  readonly closed: AbortController;
  /** The account in use comes first. */
  accounts: Accounts;
  /** Why the wallet shows no account: it is locked, or has ended the connection. */
  reason: Failure | undefined;
  balancesAsked: number;
}

/**
 * Reads the wallet again each time that the person comes back to the page, until it is closed or the person has rejected
 * such a read: closing the wallet's window gives the page the focus back. One read runs at a time.
 */
export function createAdopted(
  session: Session,
  wallet: WalletRef,
  lease: Lease,
  closed: AbortController,
): Adopted {
  let isBusy = false;
  const reread = async () => {
    if (isBusy) return;
    isBusy = true;
    isBusy = await session.reread().then(() => false, isRejection);
  };
  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    globalThis.window?.addEventListener(event, () => void reread(), { signal: closed.signal });
  const { accounts } = session;
  return { session, wallet, lease, closed, accounts, reason: undefined, balancesAsked: 0 };
}

function isRejection(error: unknown): boolean {
  return (
    hasCode(error, 'wallet/rejected') || hasCode(error, 'wallet/closed') || field(error, 'code') === 4001
  );
}

/**
 * Publishes `connected` with these accounts, and asks for the balance. Throws as the lease does; what it returns resolves
 * once there is a balance, or a reason why not.
 */
export function publish(adopted: Adopted, accounts: Accounts): Promise<void> {
  const { session, wallet, lease } = adopted;
  const { capabilities } = session;
  lease.publishConnection({
    ...{ status: 'connected', wallet, accounts, capabilities },
    ...(isUnverified({ session, accounts }) && { isUnverified: true }),
  });
  adopted.accounts = accounts;
  adopted.reason = undefined;
  return refreshBalance(adopted).catch(() => undefined);
}

/** Whether no signature has proved the account in use, which only a window or a second device has named. */
export function isUnverified({ session, accounts }: Pick<Adopted, 'session' | 'accounts'>): boolean {
  return session.proof?.has(accounts[0]) === false;
}

/** Publishes `reconnecting` with the reason, until the next `publish`. Throws as the lease does. */
export function publishLocked(adopted: Adopted, failure: Failure): void {
  const { wallet, accounts } = adopted;
  adopted.lease.publishConnection({ status: 'reconnecting', wallet, accounts, failure });
  adopted.reason = failure;
}

/** Publishes `disconnected`. Throws as the lease does. */
export function publishEnd(adopted: Adopted, failure?: Failure): void {
  adopted.reason = failure;
  adopted.lease.publishConnection({ status: 'disconnected', ...(failure !== undefined && { failure }) });
}

/**
 * Publishes the balance of the account in use, or why it cannot be had: a chain that does not answer does not end the
 * connection. Rejects as the lease throws.
 */
export async function refreshBalance(adopted: Adopted): Promise<void> {
  const { session, lease, closed } = adopted;
  const turn = ++adopted.balancesAsked;
  const [account] = adopted.accounts;
  const late = () => new LinkspanError('network/unreachable', { network: networkOf(account) });
  const isWanted = () =>
    !closed.signal.aborted && turn === adopted.balancesAsked && adopted.accounts[0] === account;
  try {
    const balance = await within(session.balance(account), balanceMs, late);
    if (isWanted()) lease.publishBalance(balance);
  } catch (error) {
    const { code, context } = late();
    const failure = toFailure(error, { code, context });
    if (isWanted()) lease.publishBalanceFailure({ account, failure });
  }
}

/**
 * Throws the reason while the wallet shows no account. If the session does not declare the capability, throws
 * `wallet/network-changed` on a network that the page does not have, else `wallet/unsupported`.
 */
export function assertCan(
  { reason, session, wallet: { name: wallet }, accounts }: Adopted,
  capability: Capability,
  networks: readonly Network[],
): void {
  if (reason !== undefined) throw toError(reason);
  if (session.capabilities.includes(capability)) return;
  if (!networks.some(({ id }) => id === networkOf(accounts[0])))
    throw new LinkspanError('wallet/network-changed', { wallet });
  throw new LinkspanError('wallet/unsupported', { wallet, method: capability });
}

/** Reads the wallet again: what has changed, as an error; else `cause`. */
export async function findChange(adopted: Adopted, asked: AccountId, cause?: unknown): Promise<unknown> {
  const isShown = await adopted.session.reread().then(
    () => true,
    () => false,
  );
  const { reason, accounts } = adopted;
  const { name: wallet } = adopted.wallet;
  const [now] = accounts;
  if (reason !== undefined) return toError(reason, cause);
  if (networkOf(now) !== networkOf(asked))
    return new LinkspanError('wallet/network-changed', { wallet }, { cause });
  if (now !== asked) return new LinkspanError('wallet/account-changed', { account: asked }, { cause });
  // It still shows the account, so it has refused this request alone.
  if (isShown && hasCode(cause, 'wallet/revoked'))
    return new LinkspanError('wallet/unsupported', { wallet, method: '' }, { cause });
  return cause;
}
