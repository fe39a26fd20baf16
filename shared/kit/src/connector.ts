import {
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
  type Signed,
  toError,
  toFailure,
} from '@linkspan/contract';
import {
  type Adopted,
  assertCan,
  createAdopted,
  findChange,
  isUnverified,
  publish,
  publishEnd,
  publishLocked,
  refreshBalance,
} from './adopted.ts';
import { send } from './follow.ts';
import { forgetChains } from './nodes.ts';
import { type Family, findNetwork, type SettleSend } from './session.ts';

/**
 * The connector of a family. All families share these rules: a failed adoption leaves the old connection, of two
 * adoptions the later one wins, commands need the account in use and a capability that the session declares, events of a
 * closed session are ignored.
 */
export function createMount<Namespace extends string, Signer>(
  family: Family<Namespace, Signer>,
): Mount<Namespace> {
  return (port) => createHandle(family as unknown as Family, port as Port) as Handle<Namespace>;
}

/** A mounted connector. */
interface Mounted {
  readonly family: Family;
  /** Its signal is aborted by `unmount` too. */
  readonly port: Port;
  /** All that is not closed yet: the current one, and those that are still being opened or revoked. */
  readonly unclosed: Set<Adopted>;
  current: Adopted | undefined;
  adoptionsStarted: number;
  latestAdopted: number;
}

function createHandle(family: Family, outer: Port): Handle {
  const ended = new AbortController();
  const port = { ...outer, signal: AbortSignal.any([outer.signal, ended.signal]) };
  const initial = { unclosed: new Set<Adopted>(), current: undefined, adoptionsStarted: 0, latestAdopted: 0 };
  const mounted: Mounted = { family, port, ...initial };
  const settle: SettleSend = async (sent) => (await family.loadSettle(port, sent)).settle(sent, port);

  function unmount(): void {
    ended.abort();
    mounted.current = undefined;
    for (const adopted of [...mounted.unclosed]) drop(mounted, adopted);
  }
  outer.signal.addEventListener('abort', unmount, { once: true, signal: ended.signal });

  return {
    unmount,
    adopt: (approved, lease) => adopt(mounted, approved, lease),
    disconnect: () => disconnect(mounted),
    refreshBalance: async () => refreshBalance(assertConnected(mounted)),
    async switchNetwork(network) {
      const connected = assertAble(mounted, 'switchNetwork');
      const accounts = await ask(mounted, connected, () => connected.session.switchNetwork(network));
      if (connected === mounted.current) void publish(connected, accounts);
    },
    async switchAccount(account) {
      const connected = assertAble(mounted, 'switchAccount');
      const { accounts, session } = connected;
      if (!accounts.includes(account)) throw new LinkspanError('wallet/account-changed', { account });
      session.use(account);
      void publish(connected, toFront(accounts, account));
    },
    async signMessage(intent) {
      const connected = assertMay(mounted, 'signMessage', intent);
      if (intent.text === '') throw new LinkspanError('input/empty', {});
      return ask(mounted, connected, async () => {
        const { sign } = await family.loadSign(port);
        return recordProof(
          mounted,
          connected,
          await sign(connected.session.signer(intent.account), intent.text),
        );
      });
    },
    async signIn(intent) {
      const connected = assertMay(mounted, 'signIn', intent);
      return ask(mounted, connected, async () => {
        const { signIn } = await family.loadSign(port);
        return recordProof(
          mounted,
          connected,
          await signIn(connected.session.signer(intent.account), intent),
        );
      });
    },
    async quote(intent) {
      assertMay(mounted, 'send', intent);
      return (await family.loadQuote(port)).quote(intent, port);
    },
    async send(intent, options) {
      const connected = assertMay(mounted, 'send', intent);
      return ask(mounted, connected, () => send(connected, { port, settle }, intent, options));
    },
    async settle(unsettled) {
      // An older page may have had another network.
      findNetwork(port.networks, networkOf(unsettled.from), '');
      return settle(unsettled, port);
    },
  };
}

async function adopt(mounted: Mounted, approved: Approved, lease: Lease): Promise<void> {
  const turn = ++mounted.adoptionsStarted;
  assertWanted(mounted, approved, turn);
  const { adopted, accounts } = await openAdopted(mounted, approved, lease);
  const previous = mounted.current;
  let shown: Promise<void>;
  try {
    assertWanted(mounted, approved, turn);
    shown = publish(adopted, accounts());
  } catch (error) {
    drop(mounted, adopted);
    throw error;
  }
  // A listener of the store may have unmounted on hearing of it.
  if (mounted.port.signal.aborted) return;
  mounted.latestAdopted = turn;
  mounted.current = adopted;
  if (previous !== undefined) drop(mounted, previous);
  // Loaded after the balance is shown, so that signing also works offline; a request loads it again, and reports errors.
  shown.then(() => mounted.family.loadSign(mounted.port)).catch(() => undefined);
}

function assertWanted({ port, latestAdopted }: Mounted, { wallet }: Approved, turn: number): void {
  if (port.signal.aborted || turn < latestAdopted)
    throw new LinkspanError('wallet/cancelled', { wallet: wallet.name });
}

/**
 * Opens a session; what the wallet says before it is adopted counts at its adoption. The account that comes first in
 * what is approved was in use before a reload: it is taken into use again, whatever the wallet's own order.
 */
async function openAdopted(mounted: Mounted, approved: Approved, lease: Lease) {
  /** What the wallet has said before it was adopted. */
  const early: { accounts?: Accounts; locked?: Failure; failure?: Failure } = {};
  let adopted: Adopted | undefined;
  const current = () => (adopted === mounted.current ? adopted : undefined);
  const closed = new AbortController();
  forgetChains(mounted.port.signal);
  const opening = mounted.family.open(approved, mounted.port, {
    signal: AbortSignal.any([mounted.port.signal, closed.signal]),
    changed(accounts) {
      const connected = current();
      if (connected !== undefined) return tell(mounted, connected, () => void publish(connected, accounts));
      early.accounts = accounts;
      delete early.locked;
    },
    locked(failure) {
      const connected = current();
      if (connected !== undefined) tell(mounted, connected, () => publishLocked(connected, failure));
      else early.locked = failure;
    },
    ended(failure) {
      if (current() !== undefined) end(mounted, failure);
      else early.failure = failure;
    },
  });
  const session = await opening.catch((error: unknown) => {
    closed.abort();
    throw error;
  });
  const [wanted] = approved.accounts;
  if (session.accounts[0] !== wanted && session.accounts.includes(wanted)) {
    session.use(wanted);
    // What the wallet had reported was its own order, from before.
    delete early.accounts;
  }
  adopted = createAdopted(session, approved.wallet, lease, closed);
  mounted.unclosed.add(adopted);
  const accounts = () => {
    const failure = early.failure ?? early.locked;
    if (failure !== undefined) throw toError(failure);
    return early.accounts ?? toFront(session.accounts, wanted);
  };
  return { adopted, accounts };
}

/** A verified signature proves its account. */
function recordProof(mounted: Mounted, adopted: Adopted, signed: Signed): Signed {
  const { proof } = adopted.session;
  if (proof === undefined || !signed.isVerified) return signed;
  const before = isUnverified(adopted);
  proof.add(signed.account);
  if (adopted === mounted.current && isUnverified(adopted) !== before)
    tell(mounted, adopted, () => void publish(adopted, adopted.accounts));
  return signed;
}

async function disconnect(mounted: Mounted): Promise<void> {
  const leaving = release(mounted);
  try {
    publishEnd(leaving);
    await leaving.session.revoke();
  } finally {
    drop(mounted, leaving);
  }
}

function end(mounted: Mounted, failure: Failure): void {
  const over = release(mounted);
  drop(mounted, over);
  tell(mounted, over, () => publishEnd(over, failure));
}

function release(mounted: Mounted): Adopted {
  const released = assertConnected(mounted);
  mounted.current = undefined;
  return released;
}

function drop({ unclosed }: Mounted, adopted: Adopted): void {
  unclosed.delete(adopted);
  adopted.closed.abort();
}

/** What a session reports after the page has ended its lease reaches nobody, and the session is over. */
function tell(mounted: Mounted, adopted: Adopted, publishing: () => void): void {
  try {
    publishing();
  } catch (error) {
    if (!hasCode(error, 'remote/unleased')) throw error;
    if (adopted === mounted.current) mounted.current = undefined;
    drop(mounted, adopted);
  }
}

/**
 * Asks a wallet. One that is gone has ended the connection. If it may have changed accounts or network without a word,
 * both are read again, and what has changed is the error. Rejects as the command does.
 */
async function ask<Value>(mounted: Mounted, adopted: Adopted, command: () => Promise<Value>): Promise<Value> {
  const [asked] = adopted.accounts;
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

/** What a wallet may answer if its account or its network is another one by now. */
const doubts: readonly Code[] = [
  'wallet/account-changed',
  'wallet/network-changed',
  'wallet/revoked',
  'wallet/unsupported',
];

function assertConnected({ current }: Mounted): Adopted {
  if (current === undefined) throw new LinkspanError('wallet/not-connected', {});
  return current;
}

function assertAble(mounted: Mounted, capability: Capability): Adopted {
  const connected = assertConnected(mounted);
  assertCan(connected, capability, mounted.port.networks);
  return connected;
}

/**
 * The connected wallet, if it has the capability and the intent's account is the one in use. Its nodes are asked again for
 * their chain.
 */
function assertMay(mounted: Mounted, capability: Capability, { account }: Intent): Adopted {
  const connected = assertAble(mounted, capability);
  if (connected.accounts[0] !== account) throw new LinkspanError('wallet/account-changed', { account });
  forgetChains(mounted.port.signal);
  return connected;
}

function toFront(accounts: Accounts, first: Accounts[0]): Accounts {
  if (!accounts.includes(first)) return accounts;
  return [first, ...accounts.filter((account) => account !== first)];
}
