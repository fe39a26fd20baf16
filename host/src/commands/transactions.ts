import {
  type Answer,
  type Code,
  type Context,
  type FamilyId,
  LinkspanError,
  type Readable,
  type SendingIntent,
  type SendOptions,
  type Settled,
  type Transfer,
  toFailure,
  type View,
} from '@linkspan/contract';
import { deepFreeze, readFact, toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import {
  comparisonOf,
  idsOf,
  isFinal,
  keepComparison,
  listOutdated,
  parseNote,
  parseStoredTransaction,
  type StoredTransaction,
  type TransactionStorage,
} from './stored-transaction.ts';

/** Dependencies of transactions. */
export interface TransactionDependencies {
  readonly transactionStorage: TransactionStorage;
  readonly view: View;
  now(): number;
  newId(): string;
}

/** The sends that the browser stores: those of this page, of earlier ones, and of other tabs. */
export class Transactions {
  readonly #needs: TransactionDependencies;
  readonly #$all: WritableAtom<readonly StoredTransaction[]> = atom([]);
  readonly #own = new Set<string>();
  /** Ids of sends that the wallet has not answered yet. */
  readonly #asking = new Set<string>();
  readonly #abandoned = new Set<string>();
  /** By id: the state of a send as its chain, or a wallet of this page, has told it. */
  readonly #learned = new Map<string, string>();
  /** By id: the stored state that its chain has not shown again. */
  readonly #absent = new Map<string, string>();
  /** Newest first; without those that this page is still asking its wallet for, but with those that it abandoned. */
  readonly all: Readable<readonly StoredTransaction[]> = toReadable(this.#$all);

  constructor(needs: TransactionDependencies) {
    this.#needs = needs;
    const { transactionStorage, view } = needs;
    for (const family of view.families) {
      const { transfers, remote } = view.family(family);
      transfers.listen((all) => this.#applyTransfers(all, family));
      remote.listen(({ stage }) => stage === 'mounted' && this.#$all.set([...this.#$all.get()]));
    }
    transactionStorage.listen(() => this.refresh());
  }

  /** Whether this page asked for it. */
  isOwn(id: string): boolean {
    return this.#own.has(id);
  }

  /** Whether this page has learned the state of a send itself; other code may have written the browser's storage. */
  checkedOf(send: StoredTransaction): Checked {
    const state = toState(send);
    if (this.#learned.get(send.id) === state) return 'yes';
    return this.#absent.get(send.id) === state ? 'absent' : 'no';
  }

  /** Whether its chain should be asked: once about a stored final end, and only if a connector is there anyway. */
  isOpen(send: StoredTransaction): boolean {
    if (!isFinal(send.outcome)) return true;
    const { stage } = this.#needs.view.family(send.family).remote.get();
    return stage === 'mounted' && this.checkedOf(send) === 'no';
  }

  /**
   * Shows the send that the family’s wallet is still being asked for: the page stops waiting, and the wallet may still
   * send it.
   */
  abandon(family: FamilyId): void {
    const all = this.#needs.transactionStorage.all();
    const asked = all.filter((send) => send.family === family && this.#asking.has(send.id));
    for (const { id } of asked) this.#abandoned.add(id);
    if (asked.length > 0) this.refresh();
  }

  /**
   * Stores the outcome of a send. A network that has lost a transaction again, or another node, may know less than was
   * known. A send that the wallet alone has called sent is unknown again if its id is an older transaction's. While a
   * wallet may still answer, no network can tell that it will not send. A final end that is only stored is confirmed by
   * the same end, and corrected by another final one: a network may have forgotten the transaction.
   */
  recordOutcome(id: string, outcome: Settled): void {
    const known = this.#needs.transactionStorage.read(id);
    if (known === undefined) return;
    const isLearned = this.checkedOf(known) === 'yes';
    if (isLearned && isFinal(known.outcome)) return;
    if (this.#asking.has(id) && outcome.state !== 'landed') return;
    const isSame = toState({ ...known, outcome }) === toState(known);
    if (isFinal(known.outcome) && isSame) {
      this.#mark(this.#learned, known);
      return;
    }
    if (isLess(outcome, known.outcome)) {
      if (!isLearned) this.#mark(this.#absent, known);
      return;
    }
    const found = 'transaction' in outcome ? outcome.transaction : undefined;
    const transaction = known.transaction ?? found;
    const stored = 'comparison' in known.outcome ? known.outcome.comparison : undefined;
    const isKept = isLearned || stored?.result === 'not-as-asked';
    this.#learn(id, {
      outcome: isKept ? keepComparison(known.outcome, outcome) : outcome,
      learnedAt: this.#needs.now(),
      ...(transaction !== undefined && { transaction }),
    });
  }

  dismiss(id: string): void {
    this.#change(id, { isDismissed: true });
  }

  /** Reads the storage again: another tab may have changed it. */
  refresh(): void {
    const { transactionStorage, now } = this.#needs;
    const stored = transactionStorage.all();
    for (const id of listOutdated(stored, now(), this.#asking)) transactionStorage.remove(id);
    const isShown = (id: string) => this.#abandoned.has(id) || !this.#asking.has(id);
    const shown = stored.filter(({ id }) => isShown(id) && transactionStorage.read(id) !== undefined);
    this.#$all.set(deepFreeze(shown.sort((one, other) => other.at - one.at)));
  }

  /**
   * Has a connector send, and stores the send before the wallet is asked. Without a note nothing was sent, and nothing
   * is stored. `assertWanted` is called right before the wallet is asked, and throws if the send is no longer wanted.
   * Rejects as the connector does too, and with `remote/malformed`; with a MaybeSentError if the send has a note.
   */
  async carryOut(
    family: FamilyId,
    intent: SendingIntent,
    send: (options: SendOptions) => Promise<Answer>,
    assertWanted?: () => void,
  ): Promise<Answer> {
    const { transactionStorage, view, now, newId } = this.#needs;
    const [id, at] = [newId(), now()];
    const earlier = view.family(family).transfers.get();
    this.#own.add(id);
    this.#asking.add(id);
    let stored: StoredTransaction = {
      ...{ id, family, intent, at, learnedAt: at, isDismissed: false },
      outcome: { state: 'unknown' },
    };
    /** Whether it may have been sent: its note is stored. */
    let isNoted = false;
    const store = (known: Partial<StoredTransaction>) => {
      stored = { ...stored, ...known };
      transactionStorage.put(stored);
      this.#learned.set(id, toState(stored));
      isNoted = true;
    };
    const recordNote = (text: string | undefined) => {
      const note = text === undefined ? undefined : readFact(family, parseNote, text);
      if (!this.#asking.has(id)) {
        // Another tab may know more by then.
        if (isNoted) return note === undefined ? undefined : this.#change(id, { note });
        // The page has ended it, and would store nothing of a later answer.
        throw new LinkspanError('remote/unmounted', { family });
      }
      if (note === undefined) {
        isNoted = isFound(transactionStorage.read(id));
        if (!isNoted) transactionStorage.remove(id);
        return;
      }
      if (!isNoted) assertWanted?.();
      store({ note });
    };
    try {
      const answer = await send(deepFreeze({ noted: recordNote }));
      // A connector that answers has asked, with a note or without.
      store({});
      if (answer.sent === undefined) throw new LinkspanError('remote/malformed', { family, place: 'sent' });
      const { transaction, awaits } = answer.sent;
      this.#assertUnclaimed(stored, transaction, earlier);
      store({
        transaction,
        outcome: { state: 'sent', transaction, ...(awaits && { awaits }) },
        learnedAt: now(),
      });
      return answer;
    } catch (error) {
      // A remote's own errors are of its own class.
      if (!isNoted) throw error;
      const failure = toFailure(error, { code: 'remote/failed', context: {} });
      throw new MaybeSentError(failure.code as Code, failure.context as Context, { cause: error });
    } finally {
      this.#asking.delete(id);
      this.refresh();
      this.#applyTransfers(view.family(family).transfers.get(), family);
    }
  }

  #learn(id: string, changes: Partial<StoredTransaction>): void {
    const known = this.#needs.transactionStorage.read(id);
    if (known === undefined) return;
    this.#learned.set(id, toState({ ...known, ...changes }));
    this.#change(id, changes);
  }

  #mark(states: Map<string, string>, send: StoredTransaction): void {
    states.set(send.id, toState(send));
    this.#$all.set([...this.#$all.get()]);
  }

  #change(id: string, changes: Partial<StoredTransaction>): void {
    const { transactionStorage } = this.#needs;
    const known = transactionStorage.read(id);
    if (known === undefined) return;
    transactionStorage.put({ ...known, ...changes });
    const shown = this.#$all.get();
    const next = transactionStorage.read(id);
    if (next !== undefined && shown.some((one) => one.id === id))
      this.#$all.set(deepFreeze(shown.map((one) => (one.id === id ? next : one))));
  }

  #applyTransfers(transfers: readonly Transfer[], family: FamilyId): void {
    for (const transfer of transfers) {
      const isOf = ({ intent, transaction, ...send }: StoredTransaction) =>
        send.family === family &&
        transaction === transfer.transaction &&
        intent.account === transfer.from &&
        intent.moves.to === transfer.to &&
        intent.moves.amount === transfer.amount;
      const send = this.#$all.get().find(isOf);
      const isNews = send && (transfer.state !== send.outcome.state || this.checkedOf(send) === 'no');
      if (isNews && transfer.state !== 'sent') this.recordOutcome(send.id, toOutcome(transfer));
    }
  }

  /**
   * One transaction is one send: two alike may have one id, and a wallet may answer with the id of an earlier one.
   * `earlier` are the transfers of the page from before the wallet was asked: the browser may no longer store them.
   * Throws `wallet/malformed`.
   */
  #assertUnclaimed(send: StoredTransaction, transaction: string, earlier: readonly Transfer[]): void {
    const { transactionStorage, view } = this.#needs;
    const { id, family } = send;
    const others = transactionStorage.all().filter((one) => one.id !== id && one.family === family);
    const claimed = [...others.flatMap(idsOf), ...earlier.map((one) => one.transaction)];
    if (!claimed.includes(transaction)) return;
    const connection = view.family(family).connection.get();
    const wallet = 'wallet' in connection ? connection.wallet.name : '';
    throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction' });
  }
}

/** `absent`: its chain did not show again what is stored. */
export type Checked = 'yes' | 'no' | 'absent';

/** All that the chain can tell of a send, apart from its finality, in one text for the same. */
function toState(send: StoredTransaction): string {
  const { family, intent, transaction, outcome } = parseStoredTransaction(send, '');
  return JSON.stringify([family, intent, transaction, { ...outcome, isFinal: undefined }]);
}

/** Whether an outcome proves less than the one that is known. */
function isLess(outcome: Settled, known: Settled): boolean {
  if (isFinal(known)) return !isFinal(outcome) || (outcome.state === 'expired' && known.state !== 'expired');
  return outcome.state === 'unknown' && !['unknown', 'sent'].includes(known.state);
}

/** Whether the network has shown a send, whatever its wallet says. */
function isFound(send: StoredTransaction | undefined): boolean {
  return send !== undefined && send.outcome.state !== 'unknown';
}

/** The outcome that a transfer reports: final only once the remote says so. */
function toOutcome(transfer: Exclude<Transfer, { state: 'sent' }>): Settled {
  const { transaction } = transfer;
  switch (transfer.state) {
    case 'failed':
      return {
        ...{ state: 'failed', transaction, failure: transfer.failure, isFinal: false },
        ...comparisonOf(transfer),
      };
    case 'expired':
      return { state: 'expired' };
    case 'landed':
      return {
        ...{ state: 'landed', transaction, isFinal: false, ...comparisonOf(transfer) },
        ...(transfer.by && { by: transfer.by }),
      };
    case 'replaced':
      return {
        ...{ state: 'replaced', isFinal: false, ...comparisonOf(transfer) },
        ...(transfer.by && { by: transfer.by }),
      };
  }
}

/** The failure of a send that may have reached the network all the same: to send again could then send twice. */
export class MaybeSentError extends LinkspanError {}
