import {
  type AccountId,
  type Accounts,
  type Approved,
  type Handle,
  type Lease,
  LinkspanError,
  type Mount,
  type Port,
  type SendIntent,
  type Sent,
  toFailure,
} from '@linkspan/contract';
import type { OpenSession, Session } from './session.ts';

/** What is connected now: the session, the lease it publishes through, and the accounts as last published. */
interface Current<Namespace extends string> {
  readonly session: Session<Namespace>;
  readonly approved: Approved<Namespace>;
  readonly lease: Lease<Namespace>;
  accounts: Accounts<Namespace>;
}

/**
 * The connector of a family whose wallets are opened by `open`. All families share these rules: a failed adoption
 * leaves the old connection, commands are held to the account in use, what a closed session says is not heard.
 */
export function createMount<Namespace extends string>(open: OpenSession<Namespace>): Mount<Namespace> {
  return (port) => createHandle(open, port);
}

function createHandle<Namespace extends string>(
  open: OpenSession<Namespace>,
  outer: Port<Namespace>,
): Handle<Namespace> {
  const ended = new AbortController();
  const port = { ...outer, signal: AbortSignal.any([outer.signal, ended.signal]) };
  let current: Current<Namespace> | undefined;

  async function adopt(approved: Approved<Namespace>, lease: Lease<Namespace>): Promise<void> {
    let next: Current<Namespace> | undefined;
    const isCurrent = () => next !== undefined && next === current;
    const session = await open(approved, port, {
      changed: (accounts) => {
        if (isCurrent() && next) publish(next, accounts);
      },
      ended: (failure) => {
        if (!isCurrent()) return;
        session.close();
        current = undefined;
        lease.publishConnection({ status: 'disconnected', failure });
      },
    });
    if (port.signal.aborted) return session.close();
    next = { session, approved, lease, accounts: session.accounts };
    try {
      publish(next, session.accounts);
    } catch (error) {
      session.close();
      throw error;
    }
    current?.session.close();
    current = next;
    refreshBalance(next).catch(() => undefined);
  }

  function publish(to: Current<Namespace>, accounts: Accounts<Namespace>): void {
    const { wallet } = to.approved;
    to.lease.publishConnection({
      status: 'connected',
      wallet,
      accounts,
      capabilities: to.session.capabilities,
    });
    to.accounts = accounts;
    if (to === current) refreshBalance(to).catch(() => undefined);
  }

  /** A chain that cannot be reached leaves the balance unknown; the connection stands. */
  async function refreshBalance(of: Current<Namespace>): Promise<void> {
    const [account] = of.accounts;
    const balance = await of.session.balance(account).catch(() => undefined);
    if (balance !== undefined && of === current && of.accounts[0] === account)
      of.lease.publishBalance(balance);
  }

  function assertConnected(): Current<Namespace> {
    if (current === undefined) throw new LinkspanError('wallet/not-connected', {});
    return current;
  }

  function assertInUse(account: AccountId): Current<Namespace> {
    const connected = assertConnected();
    if (connected.accounts[0] !== account) throw new LinkspanError('wallet/account-changed', { account });
    return connected;
  }

  async function send(intent: SendIntent): Promise<Sent> {
    const from = assertInUse(intent.account);
    const { transaction, settled } = await from.session.send(intent);
    const transfer = { transaction, from: from.accounts[0], to: intent.to, amount: intent.amount };
    from.lease.publishTransfer({ ...transfer, state: 'sent' });
    settled
      .then(
        () => from.lease.publishTransfer({ ...transfer, state: 'landed' }),
        (error: unknown) => {
          const failure = toFailure(error, { code: 'network/reverted', context: { network: '' } });
          from.lease.publishTransfer({ ...transfer, state: 'failed', failure });
        },
      )
      .then(() => refreshBalance(from))
      .catch(() => undefined);
    return { transaction };
  }

  function unmount(): void {
    ended.abort();
    current?.session.close();
    current = undefined;
  }
  outer.signal.addEventListener('abort', unmount, { once: true });

  return {
    adopt,
    send,
    unmount,
    async disconnect() {
      const { session, lease } = assertConnected();
      current = undefined;
      lease.publishConnection({ status: 'disconnected' });
      await session.revoke().finally(() => session.close());
    },
    async switchNetwork(network) {
      const connected = assertConnected();
      const accounts = await connected.session.switchNetwork(network);
      if (connected === current) publish(connected, accounts);
    },
    async switchAccount(account) {
      const connected = assertConnected();
      if (!connected.accounts.includes(account))
        throw new LinkspanError('wallet/account-changed', { account });
      connected.session.use(account);
      publish(connected, [account, ...connected.accounts.filter((other) => other !== account)]);
    },
    signMessage: async (intent) => assertInUse(intent.account).session.signMessage(intent),
    signIn: async (intent) => assertInUse(intent.account).session.signIn(intent),
  };
}
