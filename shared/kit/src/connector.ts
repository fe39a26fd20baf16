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
  toFailure,
} from '@linkspan/contract';
import { type Adopted, createAdopted, toThrown } from './adopted.ts';
import type { OpenSession, SettleSend } from './session.ts';
import { findNetwork } from './session.ts';

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

/** What a family brings to its connector. */
interface Family<Namespace extends string> {
  readonly open: OpenSession<Namespace>;
  readonly settle: SettleSend<Namespace>;
  prepare(): Promise<unknown>;
}

/** A mounted connector. */
interface Mounted<Namespace extends string> extends Family<Namespace> {
  /** Its signal is aborted by `unmount` too. */
  readonly port: Port<Namespace>;
  /** All that is not closed yet: the current one, and those that are still being opened or revoked. */
  readonly unclosed: Set<Adopted<Namespace>>;
  current: Adopted<Namespace> | undefined;
  adoptionsStarted: number;
  latestAdopted: number;
}

function createHandle<Namespace extends string>(
  family: Family<Namespace>,
  outer: Port<Namespace>,
): Handle<Namespace> {
  const ended = new AbortController();
  const port = { ...outer, signal: AbortSignal.any([outer.signal, ended.signal]) };
  const mounted: Mounted<Namespace> = {
    ...family,
    ...{ port, unclosed: new Set(), current: undefined, adoptionsStarted: 0, latestAdopted: 0 },
  };

  function unmount(): void {
    ended.abort();
    mounted.current = undefined;
    for (const adopted of [...mounted.unclosed]) close(mounted, adopted);
  }
  outer.signal.addEventListener('abort', unmount, { once: true, signal: ended.signal });

  return {
    unmount,
    adopt: (approved, lease) => adopt(mounted, approved, lease),
    disconnect: () => disconnect(mounted),
    refreshBalance: async () => assertConnected(mounted).refreshBalance(),
    async switchNetwork(network) {
      const connected = assertAble(mounted, 'switchNetwork');
      const accounts = await ask(mounted, connected, () => connected.session.switchNetwork(network));
      if (connected === mounted.current) connected.publish(accounts);
    },
    async switchAccount(account) {
      const connected = assertAble(mounted, 'switchAccount');
      const accounts = connected.accounts();
      if (!accounts.includes(account)) throw new LinkspanError('wallet/account-changed', { account });
      connected.session.use(account);
      connected.publish(toFront(accounts, account));
    },
    async signMessage(intent) {
      const connected = assertMay(mounted, 'signMessage', intent);
      return ask(mounted, connected, async () => {
        if (intent.text === '') throw new LinkspanError('input/empty', {});
        return connected.session.signMessage(intent);
      });
    },
    async signIn(intent) {
      const connected = assertMay(mounted, 'signIn', intent);
      return ask(mounted, connected, () => connected.session.signIn(intent));
    },
    async send(intent, options) {
      const connected = assertMay(mounted, 'send', intent);
      return ask(mounted, connected, () => connected.send(intent, options));
    },
    async settle(send) {
      // An older page may have had another network.
      findNetwork(port.networks, networkOf(send.from), '');
      return family.settle(send, port);
    },
  };
}

async function adopt<Namespace extends string>(
  mounted: Mounted<Namespace>,
  approved: Approved<Namespace>,
  lease: Lease<Namespace>,
): Promise<void> {
  const turn = ++mounted.adoptionsStarted;
  assertWanted(mounted, approved, turn);
  const { adopted, accounts } = await openAdopted(mounted, approved, lease);
  const previous = mounted.current;
  try {
    assertWanted(mounted, approved, turn);
    adopted.publish(accounts());
  } catch (error) {
    close(mounted, adopted);
    throw error;
  }
  // A listener of the store may have unmounted on hearing of it.
  if (mounted.port.signal.aborted) return;
  mounted.latestAdopted = turn;
  mounted.current = adopted;
  if (previous !== undefined) close(mounted, previous);
  // A request that needs it asks for it once more, and reports what is wrong.
  mounted.prepare().catch(() => undefined);
}

function assertWanted<Namespace extends string>(
  { port, latestAdopted }: Mounted<Namespace>,
  { wallet }: Approved<Namespace>,
  turn: number,
): void {
  if (port.signal.aborted || turn < latestAdopted)
    throw new LinkspanError('wallet/cancelled', { wallet: wallet.name });
}

/** What a wallet has said before it was adopted. */
interface Early<Namespace extends string> {
  accounts?: Accounts<Namespace>;
  locked?: Failure;
  failure?: Failure;
}

/**
 * Opens a session; what the wallet says before it is adopted counts at its adoption. The account that comes first in
 * what is approved was in use before a reload: it is taken into use again, whatever the wallet's own order.
 */
async function openAdopted<Namespace extends string>(
  mounted: Mounted<Namespace>,
  approved: Approved<Namespace>,
  lease: Lease<Namespace>,
): Promise<{ readonly adopted: Adopted<Namespace>; accounts(): Accounts<Namespace> }> {
  const { port, settle } = mounted;
  const early: Early<Namespace> = {};
  let adopted: Adopted<Namespace> | undefined;
  const current = () => (adopted === mounted.current ? adopted : undefined);
  const session = await mounted.open(approved, port, {
    changed(accounts) {
      const connected = current();
      if (connected !== undefined) return tell(mounted, connected, () => connected.publish(accounts));
      early.accounts = accounts;
      delete early.locked;
    },
    locked(failure) {
      const connected = current();
      if (connected !== undefined) tell(mounted, connected, () => connected.publishLocked(failure));
      else early.locked = failure;
    },
    ended(failure) {
      if (current() !== undefined) end(mounted, failure);
      else early.failure = failure;
    },
  });
  const [wanted] = approved.accounts;
  if (session.accounts[0] !== wanted && session.accounts.includes(wanted)) {
    session.use(wanted);
    // What the wallet had reported was its own order, from before.
    delete early.accounts;
  }
  const transfers = () => port.view.family(port.family).transfers.get();
  const known = () => transfers().map(({ transaction }) => transaction);
  adopted = createAdopted(session, approved, lease, {
    signal: port.signal,
    settle: (send) => settle(send, port),
    known,
  });
  mounted.unclosed.add(adopted);
  return {
    adopted,
    accounts() {
      const failure = early.failure ?? early.locked;
      if (failure !== undefined) throw toThrown(failure);
      return early.accounts ?? toFront(session.accounts, wanted);
    },
  };
}

async function disconnect<Namespace extends string>(mounted: Mounted<Namespace>): Promise<void> {
  const leaving = release(mounted);
  try {
    leaving.publishEnd();
    await leaving.session.revoke();
  } finally {
    close(mounted, leaving);
  }
}

function end<Namespace extends string>(mounted: Mounted<Namespace>, failure: Failure): void {
  const over = release(mounted);
  close(mounted, over);
  tell(mounted, over, () => over.publishEnd(failure));
}

function release<Namespace extends string>(mounted: Mounted<Namespace>): Adopted<Namespace> {
  const released = assertConnected(mounted);
  mounted.current = undefined;
  return released;
}

function close<Namespace extends string>(
  { unclosed }: Mounted<Namespace>,
  adopted: Adopted<Namespace>,
): void {
  unclosed.delete(adopted);
  adopted.close();
}

/** What a session reports after the page has ended its lease reaches nobody, and the session is over. */
function tell<Namespace extends string>(
  mounted: Mounted<Namespace>,
  adopted: Adopted<Namespace>,
  publish: () => void,
): void {
  try {
    publish();
  } catch (error) {
    if (!hasCode(error, 'remote/unleased')) throw error;
    if (adopted === mounted.current) mounted.current = undefined;
    close(mounted, adopted);
  }
}

/**
 * Asks a wallet. One that is gone has ended the connection. If it may have changed accounts or network without a word,
 * both are read again, and what has changed is the error. Rejects as the command does.
 */
async function ask<Namespace extends string, Value>(
  mounted: Mounted<Namespace>,
  adopted: Adopted<Namespace>,
  command: () => Promise<Value>,
): Promise<Value> {
  const [asked] = adopted.accounts();
  try {
    if (adopted.session.isSilent) {
      const changed = await findChange(adopted, asked);
      if (changed !== undefined) throw changed;
    }
    return await command();
  } catch (error) {
    const isDoubtful = doubts.some((code) => hasCode(error, code));
    const found = isDoubtful ? await findChange(adopted, asked, error) : error;
    const isOver = hasCode(found, 'wallet/gone') || hasCode(found, 'wallet/revoked');
    if (adopted === mounted.current && isOver)
      end(mounted, toFailure(found, failure('wallet/gone', { wallet: '' })));
    throw found;
  }
}

/** What has changed since the wallet was read last, as an error; else `cause`. */
async function findChange<Namespace extends string>(
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

function assertConnected<Namespace extends string>({ current }: Mounted<Namespace>): Adopted<Namespace> {
  if (current === undefined) throw new LinkspanError('wallet/not-connected', {});
  return current;
}

function assertAble<Namespace extends string>(
  mounted: Mounted<Namespace>,
  capability: Capability,
): Adopted<Namespace> {
  const connected = assertConnected(mounted);
  connected.assertCan(capability);
  return connected;
}

function assertMay<Namespace extends string>(
  mounted: Mounted<Namespace>,
  capability: Capability,
  { account }: Intent,
): Adopted<Namespace> {
  const connected = assertAble(mounted, capability);
  connected.assertInUse(account);
  return connected;
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
