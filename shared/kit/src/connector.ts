import {
  type AccountId,
  type Accounts,
  type Approved,
  type Capability,
  type Code,
  type Failure,
  failure,
  type Handle,
  hasCode,
  type Intent,
  type Lease,
  LinkspanError,
  type Mount,
  networkOf,
  type Port,
  type Settled,
  toFailure,
  type Unsettled,
} from '@linkspan/contract';
import { type Adopted, createAdopted, toThrown } from './adopted.ts';
import { findNetwork } from './find-network.ts';
import type { OpenSession, SettleSend } from './session.ts';

/**
 * The connector of a family whose wallets are opened by `open`, and whose chains are asked by `settle`. All families share these rules: a failed adoption
 * leaves the old connection, of two adoptions the later one stands, commands are held to the account in use and to
 * what the session declares, what a closed session says is not heard. `prepare` loads what requests need: it runs when a
 * wallet is connected, so that they also work while the device is offline.
 */
export function createMount<Namespace extends string>(
  open: OpenSession<Namespace>,
  settle: SettleSend<Namespace>,
  prepare: () => Promise<unknown> = async () => undefined,
): Mount<Namespace> {
  return (port) => createHandle({ open, settle, prepare }, port);
}

interface Ways<Namespace extends string> {
  readonly open: OpenSession<Namespace>;
  readonly settle: SettleSend<Namespace>;
  prepare(): Promise<unknown>;
}

function createHandle<Namespace extends string>(
  { open, settle: settleSend, prepare }: Ways<Namespace>,
  outer: Port<Namespace>,
): Handle<Namespace> {
  const ended = new AbortController();
  const port = { ...outer, signal: AbortSignal.any([outer.signal, ended.signal]) };
  /** All that is not closed yet: the current one, and those that are still being opened or revoked. */
  const unclosed = new Set<Adopted<Namespace>>();
  let current: Adopted<Namespace> | undefined;
  let adoptionsStarted = 0;
  let latestAdopted = 0;

  async function adopt(approved: Approved<Namespace>, lease: Lease<Namespace>): Promise<void> {
    const turn = ++adoptionsStarted;
    assertWanted(approved, turn);
    const next = await openAdopted(approved, lease);
    const before = current;
    try {
      assertWanted(approved, turn);
      next.adopted.publish(next.accounts());
    } catch (error) {
      close(next.adopted);
      throw error;
    }
    // A listener of the store may have unmounted on hearing of it.
    if (port.signal.aborted) return;
    latestAdopted = turn;
    current = next.adopted;
    if (before !== undefined) close(before);
    // A request that needs it asks for it once more, and tells what is wrong.
    prepare().catch(() => undefined);
  }

  /**
   * Opens a session; what the wallet says before it is adopted counts at its adoption. The account that comes first in
   * what is approved was in use before a reload: it is taken into use again, whatever the wallet's own order.
   */
  async function openAdopted(approved: Approved<Namespace>, lease: Lease<Namespace>) {
    let adopted: Adopted<Namespace> | undefined;
    const early: { accounts?: Accounts<Namespace>; locked?: Failure; failure?: Failure } = {};
    const isCurrent = () => adopted !== undefined && adopted === current;
    const session = await open(approved, port, {
      changed(accounts) {
        if (adopted !== undefined && isCurrent()) tell(adopted, ({ publish }) => publish(accounts));
        else {
          early.accounts = accounts;
          delete early.locked;
        }
      },
      locked(failure) {
        if (adopted !== undefined && isCurrent())
          tell(adopted, ({ publishLocked }) => publishLocked(failure));
        else early.locked = failure;
      },
      ended(failure) {
        if (isCurrent()) end(failure);
        else early.failure = failure;
      },
    });
    const [wanted] = approved.accounts;
    if (session.accounts[0] !== wanted && session.accounts.includes(wanted)) {
      session.use(wanted);
      // What the wallet had told was its own order, from before.
      delete early.accounts;
    }
    const known = () =>
      port.view
        .family(port.family)
        .transfers.get()
        .map(({ transaction }) => transaction);
    adopted = createAdopted(session, approved, lease, { signal: port.signal, settle, known });
    unclosed.add(adopted);
    const accounts = (): Accounts<Namespace> => {
      const failure = early.failure ?? early.locked;
      if (failure !== undefined) throw toThrown(failure);
      return early.accounts ?? toFront(session.accounts, wanted);
    };
    return { adopted, accounts };
  }

  function assertWanted({ wallet }: Approved<Namespace>, turn: number): void {
    if (port.signal.aborted || turn < latestAdopted)
      throw new LinkspanError('wallet/cancelled', { wallet: wallet.name });
  }

  /** Of a network that the page has: an older page may have had another one. */
  async function settle(send: Unsettled<Namespace>): Promise<Settled> {
    findNetwork(port.networks, networkOf(send.from), '');
    return settleSend(send, port);
  }

  function release(): Adopted<Namespace> {
    const released = assertConnected();
    current = undefined;
    return released;
  }

  function end(failure: Failure): void {
    const over = release();
    close(over);
    tell(over, ({ publishEnd }) => publishEnd(failure));
  }

  /** What a session tells when the page has ended its lease is told to nobody, and the session is over. */
  function tell(adopted: Adopted<Namespace>, publish: (adopted: Adopted<Namespace>) => void): void {
    try {
      publish(adopted);
    } catch (error) {
      if (!hasCode(error, 'remote/unleased')) throw error;
      if (adopted === current) current = undefined;
      close(adopted);
    }
  }

  /**
   * Asks a wallet. One that is gone has ended the connection. If it may have changed accounts or network without a word,
   * both are read again, and what has changed is the error. Rejects as the command does.
   */
  async function give<Value>(
    adopted: Adopted<Namespace>,
    command: (adopted: Adopted<Namespace>) => Promise<Value>,
  ): Promise<Value> {
    const [asked] = adopted.accounts();
    try {
      if (adopted.session.isSilent) await assertUnchanged(adopted, asked);
      return await command(adopted);
    } catch (error) {
      const found = doubts.some((code) => hasCode(error, code))
        ? await findChange(adopted, asked, error)
        : error;
      if (adopted === current && (hasCode(found, 'wallet/gone') || hasCode(found, 'wallet/revoked')))
        end(toFailure(found, failure('wallet/gone', { wallet: '' })));
      throw found;
    }
  }

  /** Throws what has changed since the wallet was read last. */
  async function assertUnchanged(adopted: Adopted<Namespace>, asked: AccountId<Namespace>): Promise<void> {
    const changed = await findChange(adopted, asked);
    if (changed !== undefined) throw changed;
  }

  async function findChange(
    adopted: Adopted<Namespace>,
    asked: AccountId<Namespace>,
    cause?: unknown,
  ): Promise<unknown> {
    const isShown = await adopted.session.reread().then(
      () => true,
      () => false,
    );
    const [now] = adopted.accounts();
    const { wallet } = adopted;
    const reason = adopted.reason();
    if (reason !== undefined) return toThrown(reason, cause);
    if (networkOf(now) !== networkOf(asked))
      return new LinkspanError('wallet/network-changed', { wallet }, { cause });
    if (now !== asked) return new LinkspanError('wallet/account-changed', { account: asked }, { cause });
    // It still shows the account, so it has refused this request alone.
    if (isShown && hasCode(cause, 'wallet/revoked'))
      return new LinkspanError('wallet/unsupported', { wallet, method: '' }, { cause });
    return cause;
  }

  function close(adopted: Adopted<Namespace>): void {
    unclosed.delete(adopted);
    adopted.close();
  }

  function assertConnected(): Adopted<Namespace> {
    if (current === undefined) throw new LinkspanError('wallet/not-connected', {});
    return current;
  }

  function assertAble(capability: Capability): Adopted<Namespace> {
    const connected = assertConnected();
    connected.assertCan(capability);
    return connected;
  }

  function assertMay(capability: Capability, { account }: Intent): Adopted<Namespace> {
    const connected = assertAble(capability);
    connected.assertInUse(account);
    return connected;
  }

  function unmount(): void {
    ended.abort();
    current = undefined;
    for (const adopted of [...unclosed]) close(adopted);
  }
  outer.signal.addEventListener('abort', unmount, { once: true, signal: ended.signal });

  return {
    adopt,
    unmount,
    async disconnect() {
      const leaving = release();
      try {
        leaving.publishEnd();
        await leaving.session.revoke();
      } finally {
        close(leaving);
      }
    },
    refreshBalance: async () => assertConnected().refreshBalance(),
    async switchNetwork(network) {
      const connected = assertAble('switchNetwork');
      const accounts = await give(connected, ({ session }) => session.switchNetwork(network));
      if (connected === current) connected.publish(accounts);
    },
    async switchAccount(account) {
      const connected = assertAble('switchAccount');
      const accounts = connected.accounts();
      if (!accounts.includes(account)) throw new LinkspanError('wallet/account-changed', { account });
      connected.session.use(account);
      connected.publish([account, ...accounts.filter((other) => other !== account)]);
    },
    signMessage: async (intent) =>
      give(assertMay('signMessage', intent), async ({ session }) => {
        if (intent.text === '') throw new LinkspanError('input/empty', {});
        return session.signMessage(intent);
      }),
    signIn: async (intent) => give(assertMay('signIn', intent), ({ session }) => session.signIn(intent)),
    send: async (intent, options) => give(assertMay('send', intent), ({ send }) => send(intent, options)),
    settle,
  };
}

/** What a wallet may answer if its account or its network is another one by now. */
const doubts: readonly Code[] = [
  'wallet/account-changed',
  'wallet/network-changed',
  'wallet/revoked',
  'wallet/unsupported',
];

function toFront<Namespace extends string>(
  accounts: Accounts<Namespace>,
  first: Accounts<Namespace>[0],
): Accounts<Namespace> {
  if (!accounts.includes(first)) return accounts;
  return [first, ...accounts.filter((account) => account !== first)];
}
