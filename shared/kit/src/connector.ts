import {
  type Accounts,
  type Answer,
  type Approved,
  type Code,
  type DisconnectOptions,
  type Failure,
  failure,
  type Handle,
  hasCode,
  type Lease,
  LinkspanError,
  type Mount,
  networkOf,
  type Port,
  type SendOptions,
  toError,
  toFailure,
  type WalletRequest,
} from '@linkspan/contract';
import { Adopted } from './adopted.ts';
import { check, type Requirements } from './check.ts';
import { forgetChains } from './nodes.ts';
import { type Connected, type Family, findNetwork, toKept } from './session.ts';
import { isUnsent } from './unwrap.ts';

/**
 * The connector of a family. All families share these rules: a failed adoption leaves the old connection, of two
 * adoptions the later one wins, commands need the account in use and a capability that the session declares, events of a
 * closed session are ignored.
 */
export function createMount<Namespace extends string, Caller>(
  family: Family<Namespace, Caller>,
): Mount<Namespace> {
  return (port) => createHandle(family as unknown as Family, port as Port) as Handle<Namespace>;
}

function createHandle(family: Family, outer: Port): Handle {
  const ended = new AbortController();
  const port = { ...outer, signal: AbortSignal.any([outer.signal, ended.signal]) };

  const loadReading = (kind: WalletRequest['kind']) =>
    Promise.all([port.importCode(['readers'], () => import('./readers.ts')), family.loadReaders(port, kind)]);
  const adoptions = new Adoptions(family, port, () => loadReading('message'));

  function unmount(): void {
    ended.abort();
    adoptions.close();
  }
  outer.signal.addEventListener('abort', unmount, { once: true, signal: ended.signal });

  return {
    unmount,
    adopt: (approved, lease) => adoptions.adopt(approved, lease),
    disconnect: (options) => adoptions.disconnect(options),
    refreshBalance: async () => adoptions.assertConnected().refreshBalance(),
    async switchNetwork(network) {
      const current = adoptions.check('switchNetwork');
      const accounts = await adoptions.ask(current, () => current.session.switchNetwork(network));
      if (current === adoptions.current) void current.publish(accounts);
    },
    async switchAccount(account) {
      const current = adoptions.check('switchAccount');
      const { accounts, session } = current;
      if (!accounts.includes(account)) throw new LinkspanError('wallet/account-changed', { account });
      session.use(account);
      void current.publish(toFront(accounts, account));
    },
    async read(request) {
      if (request.kind !== 'call') forgetChains(port.signal);
      const [{ readBy, toAsked }, { readers }] = await loadReading(request.kind);
      const { current: connected } = adoptions;
      const reading = await readBy(readers, toAsked(request, port, adoptions.connected()));
      if (reading.asks !== 'person') return reading;
      const { intent, answer } = reading;
      const run = async (options: SendOptions) => {
        const current = adoptions.check(intent.method, intent);
        // The reading would ask the wallet that it was for, which is closed.
        if (current !== connected) throw new LinkspanError('wallet/not-connected', {});
        return noting(options, (noted) => adoptions.askPerson(current, () => answer({ noted })));
      };
      return { ...reading, answer: run };
    },
    async settle(unsettled) {
      // An older page may have had another network.
      findNetwork(port.networks, networkOf(unsettled.from), '');
      return (await family.loadSettle(port, unsettled)).settle(unsettled, port);
    },
  };
}

/** The wallets that a mounted connector has adopted, of which at most one is connected. */
class Adoptions {
  current: Adopted | undefined;
  readonly #family: Family;
  readonly #port: Port;
  /** All that are not closed yet: the current one, and those that are still being opened or revoked. */
  readonly #unclosed = new Set<Adopted>();
  #started = 0;
  #latest = 0;

  readonly #warm: () => Promise<unknown>;

  /** `warm` loads what requests need. */
  constructor(family: Family, port: Port, warm: () => Promise<unknown>) {
    this.#family = family;
    this.#port = port;
    this.#warm = warm;
  }

  async adopt(approved: Approved, lease: Lease): Promise<void> {
    const turn = ++this.#started;
    this.#assertWanted(approved, turn);
    const { adopted, accounts } = await this.#open(approved, lease);
    const previous = this.current;
    let shown: Promise<void>;
    try {
      this.#assertWanted(approved, turn);
      shown = adopted.publish(accounts());
    } catch (error) {
      this.#drop(adopted);
      throw error;
    }
    // A listener of the store may have unmounted.
    if (this.#port.signal.aborted) return;
    this.#latest = turn;
    this.current = adopted;
    if (previous !== undefined) this.#drop(previous);
    // Loaded after the balance is shown, so that signing also works offline; a request loads it again, and reports errors.
    shown.then(this.#warm).catch(() => undefined);
  }

  #assertWanted({ wallet }: Approved, turn: number): void {
    if (this.#port.signal.aborted || turn < this.#latest)
      throw new LinkspanError('wallet/cancelled', { wallet: wallet.name });
  }

  /**
   * Opens a session; reports from before the adoption count at the adoption. The account that comes first in the approval
   * was in use before a reload: it is taken into use again, whatever the wallet's own order.
   */
  async #open(approved: Approved, lease: Lease) {
    const early: { accounts?: Accounts; locked?: Failure; failure?: Failure } = {};
    let adopted: Adopted | undefined;
    const current = () => (adopted === this.current ? adopted : undefined);
    const closed = new AbortController();
    forgetChains(this.#port.signal);
    const opening = this.#family.open(approved, this.#port, {
      signal: AbortSignal.any([this.#port.signal, closed.signal]),
      changed: (accounts) => {
        const connected = current();
        if (connected !== undefined) return this.#report(connected, () => void connected.publish(accounts));
        early.accounts = accounts;
        delete early.locked;
      },
      locked: (failure) => {
        const connected = current();
        if (connected !== undefined) this.#report(connected, () => connected.publishLocked(failure));
        else early.locked = failure;
      },
      ended: (failure) => {
        if (current() !== undefined) this.#end(failure);
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
      // The wallet had reported its own order, from before.
      delete early.accounts;
    }
    adopted = new Adopted(session, approved.wallet, lease, closed);
    this.#unclosed.add(adopted);
    globalThis.window?.addEventListener('storage', () => this.#reportProof(), { signal: closed.signal });
    const accounts = () => {
      const failure = early.failure ?? early.locked;
      if (failure !== undefined) throw toError(failure);
      return early.accounts ?? toFront(session.accounts, wanted);
    };
    return { adopted, accounts };
  }

  async disconnect({ keepPermission }: DisconnectOptions = {}): Promise<void> {
    const leaving = this.#release();
    try {
      leaving.publishEnd();
      // Only the accounts of a wallet whose code is part of the remote need a proof.
      if (keepPermission && leaving.session.proof === undefined) throw toKept(leaving.wallet.name);
      await leaving.session.revoke();
    } finally {
      this.#drop(leaving);
    }
  }

  close(): void {
    this.current = undefined;
    for (const adopted of [...this.#unclosed]) this.#drop(adopted);
  }

  /** As `ask`; records that a verified signature proves its account. */
  async askPerson(adopted: Adopted, command: () => Promise<Answer>): Promise<Answer> {
    const answer = await this.ask(adopted, command);
    if (answer.signed?.isVerified) adopted.session.proof?.add(answer.signed.account);
    if (answer.signed) this.#reportProof();
    return answer;
  }

  /** Publishes again if the account in use was proved meanwhile, here or in another tab. */
  #reportProof(): void {
    const { current } = this;
    if (current?.hasOtherProof()) this.#report(current, () => void current.publish(current.accounts));
  }

  /**
   * Asks a wallet. One that is gone has ended the connection; one that ends it meanwhile rejects with that. If it may have
   * changed accounts or network without a report, both are read again, and the error names the change. Rejects as the
   * command does.
   */
  async ask<Value>(adopted: Adopted, command: () => Promise<Value>): Promise<Value> {
    const [account] = adopted.accounts;
    try {
      if (adopted.session.isSilent) {
        const changed = await adopted.findChange(account);
        if (changed !== undefined) throw changed;
      }
      return await command();
    } catch (error) {
      adopted.assertNotEnded(error);
      const isDoubtful = doubts.some((code) => hasCode(error, code));
      const found = isDoubtful ? await adopted.findChange(account, error) : error;
      const isOver = hasCode(found, 'wallet/gone') || hasCode(found, 'wallet/revoked');
      if (adopted === this.current && isOver)
        this.#end(toFailure(found, failure('wallet/gone', { wallet: '' })));
      throw found;
    }
  }

  assertConnected(): Adopted {
    if (this.current === undefined) throw new LinkspanError('wallet/not-connected', {});
    return this.current;
  }

  connected(): Connected | undefined {
    const { current } = this;
    if (current === undefined) return undefined;
    const { wallet, accounts, session } = current;
    const { capabilities, caller } = session;
    return { wallet: wallet.name, accounts, capabilities, caller, assertShown: () => current.assertShown() };
  }

  /** The connected wallet, if it passes the check of a request. Its nodes are asked again for their chain. */
  check(method: string, { account }: Pick<Requirements, 'account'> = {}): Adopted {
    check({ method, port: this.#port, connected: this.connected() }, account ? { account } : {});
    forgetChains(this.#port.signal);
    return this.assertConnected();
  }

  #end(failure: Failure): void {
    const over = this.#release();
    this.#drop(over);
    this.#report(over, () => over.publishEnd(failure));
  }

  #release(): Adopted {
    const released = this.assertConnected();
    this.current = undefined;
    return released;
  }

  #drop(adopted: Adopted): void {
    this.#unclosed.delete(adopted);
    adopted.close();
  }

  /** A report after the page has ended the lease is dropped, and the session is over. */
  #report(adopted: Adopted, publish: () => void): void {
    try {
      publish();
    } catch (error) {
      if (!hasCode(error, 'remote/unleased')) throw error;
      if (adopted === this.current) this.current = undefined;
      this.#drop(adopted);
    }
  }
}

/** Asks a wallet, and takes the note back if the error says that nothing was sent. Rejects as `ask` does. */
async function noting(
  options: SendOptions,
  ask: (noted: SendOptions['noted']) => Promise<Answer>,
): Promise<Answer> {
  let note: string | undefined;
  const noted = (latest: string | undefined) => {
    note = latest;
    options.noted(latest);
  };
  try {
    return await ask(noted);
  } catch (error) {
    if (note !== undefined && isUnsent(error)) noted(undefined);
    throw error;
  }
}

/** Errors of a wallet whose account or network may have changed. */
const doubts: readonly Code[] = [
  'wallet/account-changed',
  'wallet/network-changed',
  'wallet/revoked',
  'wallet/unsupported',
];

function toFront(accounts: Accounts, first: Accounts[0]): Accounts {
  if (!accounts.includes(first)) return accounts;
  return [first, ...accounts.filter((account) => account !== first)];
}
