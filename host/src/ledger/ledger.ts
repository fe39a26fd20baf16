import {
  type Answer,
  type Code,
  type Context,
  type FamilyId,
  LinkspanError,
  networkOf,
  type Readable,
  type SendingIntent,
  type SendOptions,
  type Settled,
  toError,
  toFailure,
  type View,
} from '@linkspan/contract';
import { deepFreeze, readFact, toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import {
  type Entry,
  idsOf,
  isFinal,
  isLess,
  keepComparison,
  parseNote,
  parseSend,
  type Send,
  type SentEntry,
  type SignedEntry,
} from './entry.ts';
import { type LedgerStorage, listOutdated } from './storage.ts';

/** Dependencies of a ledger. */
export interface LedgerDependencies {
  readonly storage: LedgerStorage;
  readonly view: View;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
}

const mostSigned = 50;

/**
 * What a person has answered: the signatures of this page, and the sends that the browser stores, of this page, of earlier
 * ones and of other tabs. Whoever wants to know the outcome of a send asks here.
 */
export class Ledger {
  readonly #needs: LedgerDependencies;
  readonly #$entries: WritableAtom<readonly Entry[]> = atom([]);
  #signed: readonly SignedEntry[] = [];
  /** By id: the sends of this page. */
  readonly #own = new Map<string, OwnSend>();
  /** By id: what this page itself has found out of a send's state, and of which. */
  readonly #found = new Map<string, { readonly state: string; readonly checked: 'yes' | 'absent' }>();
  /** Newest first; without sends that this page is still asking its wallet for, but with those that it abandoned. */
  readonly entries: Readable<readonly Entry[]> = toReadable(this.#$entries);

  constructor(needs: LedgerDependencies) {
    this.#needs = needs;
    needs.storage.listen(() => this.refresh());
  }

  /** The entries that are sends. */
  sends(): readonly SentEntry[] {
    return this.#$entries.get().filter((entry) => entry.kind === 'sent');
  }

  /** How the wallet of this page looks up a send's outcome, if it knows more than the chain. */
  lookOf(id: string): Answer['look'] {
    return this.#own.get(id)?.look;
  }

  addSignature(family: FamilyId, signature: Pick<SignedEntry, 'intent' | 'signed'>): void {
    const { now, newId } = this.#needs;
    const entry = { kind: 'signed', ...signature, family, id: newId(), at: now() } as const;
    this.#signed = [entry, ...this.#signed].slice(0, mostSigned);
    this.#show();
  }

  /**
   * Has a connector send, and stores the send before the wallet is asked. Without a note nothing was sent, and nothing
   * is stored. `assertWanted` is called right before the wallet is asked, and throws if the send is no longer wanted.
   * Rejects as the connector does too, and with `remote/malformed`; with a MaybeSentError if the send has a note.
   */
  async send(
    family: FamilyId,
    intent: SendingIntent,
    ask: (options: SendOptions) => Promise<Answer>,
    assertWanted?: () => void,
  ): Promise<Answer> {
    const { storage, now, newId } = this.#needs;
    const [id, at] = [newId(), now()];
    const own: OwnSend = { isAsking: true, isAbandoned: false };
    this.#own.set(id, own);
    let send: Send = {
      ...{ id, family, intent, at, learnedAt: at, isDismissed: false },
      outcome: { state: 'unknown' },
    };
    /** Whether it may have been sent: its note is stored. */
    let isNoted = false;
    const store = (known: Partial<Send>) => {
      send = { ...send, ...known };
      isNoted = true;
      storage.put(send);
      this.#found.set(id, { state: toState(send), checked: 'yes' });
    };
    const noted = (text: string | undefined) => {
      const note = text === undefined ? undefined : readFact(family, parseNote, text);
      if (!own.isAsking) {
        // Another tab may know more by then.
        if (isNoted) return note === undefined ? undefined : this.#change(id, { note });
        // The page has ended it, and would store nothing of a later answer.
        throw new LinkspanError('remote/unmounted', { family });
      }
      if (note === undefined) {
        isNoted = (storage.read(id)?.outcome.state ?? 'unknown') !== 'unknown';
        if (!isNoted) storage.remove(id);
        return;
      }
      if (!isNoted) assertWanted?.();
      store({ note });
    };
    try {
      const answer = await ask(deepFreeze({ noted }));
      // A connector that answers has asked, with a note or without.
      store({});
      if (answer.sent === undefined) throw new LinkspanError('remote/malformed', { family, place: 'sent' });
      const { transaction } = answer.sent;
      this.#assertUnclaimed(send, transaction);
      if (answer.look) own.look = answer.look;
      store({ transaction, outcome: { state: 'sent', ...answer.sent }, learnedAt: laterThan(at, now()) });
      return answer;
    } catch (error) {
      // A remote's own errors are of its own class.
      if (!isNoted) throw error;
      const failure = toFailure(error, { code: 'remote/failed', context: {} });
      throw new MaybeSentError(failure.code as Code, failure.context as Context, { cause: error });
    } finally {
      own.isAsking = false;
      this.refresh();
    }
  }

  /**
   * Shows the send that the family’s wallet is still being asked for: the page stops waiting, and the wallet may still
   * send it.
   */
  abandon(family: FamilyId): void {
    for (const { id } of this.#needs.storage.all().filter((send) => send.family === family)) {
      const own = this.#own.get(id);
      if (own?.isAsking) own.isAbandoned = true;
    }
    this.refresh();
  }

  /**
   * Stores the outcome of a send that its chain or its wallet has shown. A network that has lost a transaction again, or
   * another node, may know less than was known. A send that the wallet alone has called sent is unknown again if its id is an
   * older transaction's. While a wallet may still answer, no network can tell that it will not send. A final end that is only
   * stored is confirmed by the same end, and corrected by another final one: a network may have forgotten the transaction.
   */
  record(id: string, outcome: Settled): void {
    const known = this.#needs.storage.read(id);
    if (known === undefined) return;
    const isChecked = this.#checkedOf(known) === 'yes';
    if (isChecked && isFinal(known.outcome)) return;
    if (this.#own.get(id)?.isAsking && outcome.state !== 'landed') return;
    const isSame = toState({ ...known, outcome }) === toState(known);
    if (isFinal(known.outcome) && isSame) this.#mark(known, 'yes');
    else if (!isLess(outcome, known.outcome)) this.#learn(known, outcome, isChecked);
    else if (!isChecked) this.#mark(known, 'absent');
  }

  dismiss(id: string): void {
    this.#change(id, { isDismissed: true });
  }

  /** Reads the storage again: another tab may have changed it. */
  refresh(): void {
    const { storage, now } = this.#needs;
    const isAsked = (id: string) => this.#own.get(id)?.isAsking === true;
    const stored = storage.all();
    const outdated = listOutdated(stored, now(), isAsked);
    for (const id of outdated) storage.remove(id);
    this.#show(stored.filter(({ id }) => !outdated.includes(id)));
  }

  /**
   * The id of a transaction on its chain, once this page knows that it has landed there. Rejects with the reason why it has
   * not: that of a failure, `network/expired`, or `wallet/rejected` if the owners let another one take its place.
   */
  untilLanded(family: FamilyId, transaction: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        const isIt = (one: SentEntry) => one.family === family && one.transaction === transaction;
        const entry = this.sends().find(isIt);
        if (entry?.checked !== 'yes') return false;
        const { outcome, intent } = entry;
        const { state } = outcome;
        if (state === 'landed') resolve(outcome.by ?? transaction);
        if (state === 'failed') reject(toError(outcome.failure));
        if (state === 'expired')
          reject(new LinkspanError('network/expired', { network: networkOf(intent.account) }));
        if (state === 'replaced')
          reject(new LinkspanError('wallet/rejected', { wallet: this.#walletOf(family) }));
        return state !== 'sent' && state !== 'unknown';
      };
      if (look()) return;
      const end = this.entries.listen(() => look() && end());
    });
  }

  #show(stored = this.#needs.storage.all()): void {
    const isShown = ({ id }: Send) => {
      const own = this.#own.get(id);
      return !own?.isAsking || own.isAbandoned;
    };
    const sends = stored.filter(isShown).map((send) => this.#toEntry(send));
    this.#$entries.set(deepFreeze([...this.#signed, ...sends].sort((one, other) => other.at - one.at)));
  }

  #toEntry(send: Send): SentEntry {
    return { kind: 'sent', ...send, isEarlier: !this.#own.has(send.id), checked: this.#checkedOf(send) };
  }

  #checkedOf(send: Send): SentEntry['checked'] {
    const found = this.#found.get(send.id);
    return found?.state === toState(send) ? found.checked : 'no';
  }

  #learn(known: Send, outcome: Settled, isChecked: boolean): void {
    const { id } = known;
    const found = 'transaction' in outcome ? outcome.transaction : undefined;
    const transaction = known.transaction ?? found;
    const stored = 'comparison' in known.outcome ? known.outcome.comparison : undefined;
    const isKept = isChecked || stored?.result === 'not-as-asked';
    const changes = {
      outcome: isKept ? keepComparison(known.outcome, outcome) : outcome,
      learnedAt: laterThan(known.learnedAt, this.#needs.now()),
      ...(transaction !== undefined && { transaction }),
    };
    this.#found.set(id, { state: toState({ ...known, ...changes }), checked: 'yes' });
    this.#change(id, changes);
  }

  #mark(send: Send, checked: 'yes' | 'absent'): void {
    this.#found.set(send.id, { state: toState(send), checked });
    this.#show();
  }

  #change(id: string, changes: Partial<Send>): void {
    const { storage } = this.#needs;
    const known = storage.read(id);
    if (known === undefined) return;
    storage.put({ ...known, ...changes });
    this.#show();
  }

  /**
   * One transaction is one send: two alike may have one id, and a wallet may answer with the id of an earlier one.
   * Throws `wallet/malformed`.
   */
  #assertUnclaimed({ id, family }: Send, transaction: string): void {
    const others = this.#needs.storage.all().filter((one) => one.id !== id && one.family === family);
    if (!others.flatMap(idsOf).includes(transaction)) return;
    throw new LinkspanError('wallet/malformed', { wallet: this.#walletOf(family), place: 'transaction' });
  }

  #walletOf(family: FamilyId): string {
    const connection = this.#needs.view.family(family).connection.get();
    return 'wallet' in connection ? connection.wallet.name : '';
  }
}

interface OwnSend {
  /** Its wallet has not answered yet. */
  isAsking: boolean;
  /** The page has stopped waiting for the answer. */
  isAbandoned: boolean;
  look?: Answer['look'];
}

/** All that the chain can tell of a send, apart from its finality, in one text for the same. */
function toState(send: Send): string {
  const { family, intent, transaction, outcome } = parseSend(send, '');
  return JSON.stringify([family, intent, transaction, { ...outcome, isFinal: undefined }]);
}

/** A clock that was set back does not make new knowledge older than what it replaces: see `merge`. */
function laterThan(known: number, now: number): number {
  return Math.max(now, known + 1);
}

/** The failure of a send that may have reached the network all the same: to send again could then send twice. */
export class MaybeSentError extends LinkspanError {}
