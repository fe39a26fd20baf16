import {
  type Code,
  type Context,
  type FamilyId,
  type Handle,
  LinkspanError,
  parseSent,
  type Readable,
  type SendIntent,
  type Sent,
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
  type StoredTransaction,
  type TransactionStorage,
} from './stored-transaction.ts';

/** The sends that the browser keeps: those of this page, of earlier ones, and of other tabs. */
export interface Transactions {
  /** Newest first; without those that this page is still asking its wallet for, but with those it gave up. */
  readonly all: Readable<readonly StoredTransaction[]>;
  /** Whether it was asked for by this page. */
  isOwn(id: string): boolean;
  /** Shows what the family’s wallet is still being asked to send: the page waits no more, and it may be sent all the same. */
  giveUp(family: FamilyId): void;
  /**
   * Has a connector send, and keeps it from before the wallet is asked. Without a note nothing was sent, and nothing is
   * kept. `assertWanted` is called right before the wallet is asked, and throws if the send is no longer wanted.
   * Rejects as the connector does too, and with `remote/malformed`; with a MaybeSentError if it has noted the send.
   */
  run(family: FamilyId, handle: Handle, intent: SendIntent, assertWanted?: () => void): Promise<Sent>;
  /** Keeps what has become of a send. */
  learn(id: string, outcome: Settled): void;
  dismiss(id: string): void;
  /** Looks again at what is kept: another tab may have changed it. */
  refresh(): void;
}

/** What they are made of. */
export interface TransactionDependencies {
  readonly transactionStorage: TransactionStorage;
  readonly view: View;
  now(): number;
  newId(): string;
}

/** The sends of a page. */
interface Sends extends TransactionDependencies {
  readonly $all: WritableAtom<readonly StoredTransaction[]>;
  readonly own: Set<string>;
  /** Those that the wallet has not answered yet. */
  readonly asking: Set<string>;
  readonly givenUp: Set<string>;
}

export function createTransactions(needs: TransactionDependencies): Transactions {
  const { transactionStorage, view } = needs;
  const sends: Sends = {
    ...needs,
    ...{ $all: atom([]), own: new Set(), asking: new Set(), givenUp: new Set() },
  };
  for (const family of view.families)
    view.family(family).transfers.listen((transfers) => follow(sends, transfers, family));
  transactionStorage.listen(() => refresh(sends));
  return {
    all: toReadable(sends.$all),
    isOwn: (id) => sends.own.has(id),
    giveUp: (family) => giveUp(sends, family),
    learn: (id, outcome) => learn(sends, id, outcome),
    refresh: () => refresh(sends),
    dismiss: (id) => change(sends, id, { isDismissed: true }),
    run: (family, handle, intent, assertWanted) => run(sends, { family, handle, intent, assertWanted }),
  };
}

function refresh({ transactionStorage, now, asking, givenUp, $all }: Sends): void {
  const kept = transactionStorage.all();
  for (const id of listOutdated(kept, now(), asking)) transactionStorage.remove(id);
  const shown = kept.filter(
    ({ id }) => (givenUp.has(id) || !asking.has(id)) && transactionStorage.read(id) !== undefined,
  );
  $all.set(deepFreeze(shown.sort((one, other) => other.at - one.at)));
}

function change({ transactionStorage, $all }: Sends, id: string, changes: Partial<StoredTransaction>): void {
  const known = transactionStorage.read(id);
  if (known === undefined) return;
  transactionStorage.put({ ...known, ...changes });
  const shown = $all.get();
  const next = transactionStorage.read(id);
  if (next !== undefined && shown.some((one) => one.id === id))
    $all.set(deepFreeze(shown.map((one) => (one.id === id ? next : one))));
}

function giveUp(sends: Sends, family: FamilyId): void {
  const { transactionStorage, asking, givenUp } = sends;
  const asked = transactionStorage.all().filter((send) => send.family === family && asking.has(send.id));
  for (const { id } of asked) givenUp.add(id);
  if (asked.length > 0) refresh(sends);
}

/**
 * A network that has lost a transaction again, or another node, may know less than was known. What the wallet alone has
 * called sent is unknown again if its id turns out to be an older transaction's. While a wallet may still answer, no
 * network can tell that it will not send.
 */
function learn(sends: Sends, id: string, outcome: Settled): void {
  const known = sends.transactionStorage.read(id);
  if (known === undefined || isFinal(known.outcome)) return;
  if (outcome.state === 'unknown' && !['unknown', 'sent'].includes(known.outcome.state)) return;
  if (sends.asking.has(id) && outcome.state !== 'landed') return;
  const found = 'transaction' in outcome ? outcome.transaction : undefined;
  const transaction = known.transaction ?? found;
  const learned = keepComparison(known.outcome, outcome);
  change(sends, id, {
    ...{ outcome: learned, learnedAt: sends.now() },
    ...(transaction !== undefined && { transaction }),
  });
}

function follow(sends: Sends, transfers: readonly Transfer[], family: FamilyId): void {
  for (const transfer of transfers) {
    const isOf = (send: StoredTransaction) =>
      send.family === family && send.transaction === transfer.transaction;
    const send = sends.$all.get().find(isOf);
    if (send && transfer.state !== 'sent' && transfer.state !== send.outcome.state)
      learn(sends, send.id, toOutcome(transfer));
  }
}

interface Sending {
  readonly family: FamilyId;
  readonly handle: Handle;
  readonly intent: SendIntent;
  readonly assertWanted: (() => void) | undefined;
}

async function run(sends: Sends, { family, handle, intent, assertWanted }: Sending): Promise<Sent> {
  const { transactionStorage, view, now, newId, own, asking } = sends;
  const [id, at] = [newId(), now()];
  const earlier = view.family(family).transfers.get();
  own.add(id);
  asking.add(id);
  let send: StoredTransaction = {
    ...{ id, family, intent, at, learnedAt: at, isDismissed: false },
    outcome: { state: 'unknown' },
  };
  /** Whether it may have been sent: its note is kept. */
  let isNoted = false;
  const keep = (known: Partial<StoredTransaction>) => {
    send = { ...send, ...known };
    transactionStorage.put(send);
    isNoted = true;
  };
  const noted = (text: string | undefined) => {
    const note = text === undefined ? undefined : readFact(family, parseNote, text);
    if (!asking.has(id)) {
      // What is known of it by then may be more than this page knew.
      if (isNoted) return note === undefined ? undefined : change(sends, id, { note });
      // It is over for the page, which would keep nothing of what the wallet sends.
      throw new LinkspanError('remote/unmounted', { family });
    }
    if (note === undefined) {
      isNoted = isFound(transactionStorage.read(id));
      if (!isNoted) transactionStorage.remove(id);
      return;
    }
    if (!isNoted) assertWanted?.();
    keep({ note });
  };
  try {
    const answer = await handle.send(intent, deepFreeze({ noted }));
    // A connector that answers has asked, with a note or without.
    keep({});
    const sent = readFact(family, parseSent, answer);
    const { transaction, awaits } = sent;
    assertUnclaimed(sends, send, { transaction, earlier });
    const outcome: Settled = { state: 'sent', transaction, ...(awaits && { awaits }) };
    keep({ transaction, outcome, learnedAt: now() });
    return sent;
  } catch (error) {
    // A remote's own errors are of its own class.
    if (!isNoted) throw error;
    const failure = toFailure(error, { code: 'remote/failed', context: {} });
    throw new MaybeSentError(failure.code as Code, failure.context as Context, { cause: error });
  } finally {
    asking.delete(id);
    refresh(sends);
    follow(sends, view.family(family).transfers.get(), family);
  }
}

/** Whether the network has shown a send, whatever its wallet says. */
function isFound(send: StoredTransaction | undefined): boolean {
  return send !== undefined && send.outcome.state !== 'unknown';
}

/**
 * One transaction is one send: two alike may have one id, and a wallet may answer with that of an earlier one. `earlier`
 * are the transfers of the page from before the wallet was asked: the browser may keep them no more. Throws
 * `wallet/malformed`.
 */
function assertUnclaimed(
  { transactionStorage, view }: Sends,
  { id, family }: StoredTransaction,
  { transaction, earlier }: { readonly transaction: string; readonly earlier: readonly Transfer[] },
): void {
  const others = transactionStorage.all().filter((one) => one.id !== id && one.family === family);
  const claimed = [...others.flatMap(idsOf), ...earlier.map((one) => one.transaction)];
  if (!claimed.includes(transaction)) return;
  const connection = view.family(family).connection.get();
  const wallet = 'wallet' in connection ? connection.wallet.name : '';
  throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction' });
}

/** The news of a transfer, as an outcome: final only once the remote says so. */
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
