import {
  addressOf,
  type Comparison,
  field,
  type Movement,
  networkOf,
  type Settled,
  type Unsettled,
} from '@linkspan/contract';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, notCompared, toEnded } from '@linkspan/kit/settled';
import { parseAccountId } from './accounts.ts';
import { createRpc, parseNote } from './chain.ts';
import { type History, type Keys, type Known, openHistory } from './history.ts';

type Send = Unsettled<'near'>;
type Asked = Pick<Send, 'from' | 'to' | 'amount'>;

/** A transaction names a block, and lands within so many blocks after it or never (`transaction_validity_period`). */
const validBlocks = 86_400;

/** The page looks at so many blocks in which an account has signed. */
const mostLooked = 20;

/**
 * Looks up once the outcome of a send: by its id, also one that its wallet named in an error, or, if the wallet has
 * named none, among the later transactions of its account. A transaction of the chain is compared with the request.
 * Rejects with `network/…`.
 */
export const settle: SettleSend<'near'> = async (send, { networks, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  const history = openHistory(createRpc(network, signal), network.title);
  const noted = parseNote(send.note)?.transaction;
  const transaction = send.transaction ?? (send.others.includes(noted ?? '') ? undefined : noted);
  return transaction === undefined ? findUnnamed(history, send) : follow(history, send, transaction);
};

async function follow(history: History, send: Send, transaction: string): Promise<Settled> {
  // The block first: an unknown transaction did not land up to it.
  const height = await history.finalHeight();
  const known = await history.transactionOf(transaction, addressOf(send.from));
  if (known !== undefined && (await isOlder(history, send, known))) return findUnnamed(history, send);
  if (known !== undefined) return toSettled(send, transaction, known);
  const note = parseNote(send.note);
  const isOver = note?.answered !== undefined && height > note.answered + validBlocks;
  return isOver && (await history.reachesBack(note.height))
    ? { state: 'expired' }
    : { state: 'sent', transaction };
}

/**
 * Whether a transaction was in a block before the send was asked for, so that it is another one, even if the wallet has
 * answered with its id.
 */
async function isOlder(history: History, send: Send, { block }: Known): Promise<boolean> {
  const note = parseNote(send.note);
  return note !== undefined && block !== undefined && (await history.heightOf(block)) < note.height;
}

async function findUnnamed(history: History, send: Send): Promise<Settled> {
  const note = parseNote(send.note);
  if (note === undefined) return { state: 'unknown' };
  const address = addressOf(send.from);
  const since = { height: note.height, nonces: BigInt(note.nonces) };
  for await (const id of findSigned(history, address, since)) {
    const known = send.others.includes(id) ? undefined : await history.transactionOf(id, address);
    if (known?.end !== 'succeeded') continue;
    // A similar transaction may belong to another send, whose prompt is still open: its failure proves nothing.
    if (compareLanded(known.found, id, send).result !== 'as-asked') continue;
    const landed = toSettled(send, id, known);
    const isOther = send.transaction !== undefined && landed.state === 'landed';
    return isOther ? { ...landed, transaction: send.transaction, by: id } : landed;
  }
  return { state: 'unknown' };
}

/**
 * The ids of the transactions that an account has signed after a block, the oldest first, by asking ever smaller ranges
 * of blocks whether the nonces of its keys had changed. Rejects with `network/…` if the node has no old state.
 */
async function* findSigned(history: History, accountId: string, since: Keys): AsyncGenerator<string> {
  const last = await history.keysOf(accountId);
  let before = since;
  for (let looked = 0; looked < mostLooked && last.nonces !== before.nonces; looked += 1) {
    const changed = await findChange(history, accountId, before, last);
    if (changed === undefined) return;
    yield* await history.signedIn(accountId, changed.height);
    before = changed;
  }
}

/** The first block after `before` in which the nonces are others; undefined if there is none yet. */
async function findChange(
  history: History,
  accountId: string,
  before: Keys,
  last: Keys,
): Promise<Keys | undefined> {
  if (last.height <= before.height) return undefined;
  let [unchanged, bound] = [before.height, last.height];
  let changed = last;
  while (bound - unchanged > 1) {
    const middle = Math.floor((unchanged + bound) / 2);
    // Of the next block, if there is none of this height.
    const keys = await history.keysOf(accountId, middle);
    if (keys.nonces === before.nonces) unchanged = Math.max(middle, keys.height);
    else [changed, bound] = [keys, middle];
  }
  return changed;
}

function toSettled(send: Send, transaction: string, { end, found }: Known): Settled {
  if (end === undefined) return { state: 'sent', transaction };
  const comparison = compareLanded(found, transaction, send);
  return toEnded(send, { transaction, succeeded: end === 'succeeded', comparison, isFinal: true });
}

/** Actions that move no coins. All that is not here may: a call of a contract, a stake, a deleted account. */
const still = ['CreateAccount', 'DeployContract', 'AddKey', 'DeleteKey'];

/**
 * Compares what a node shows of a transaction, in the form of `tx`, with the send that was asked for. One that a
 * relayer has submitted is compared by the sender's delegate action (NEP-366), if all its receipts have succeeded.
 */
export function compareLanded(found: unknown, id: string, { from, to, amount }: Asked): Comparison {
  const transaction = field(found, 'transaction');
  const batch = parseBatch(transaction, 'signer_id');
  if (batch === undefined || field(transaction, 'hash') !== id) return notCompared('unreadable');
  const wanted = { from: addressOf(from), to: parseAccountId(to) ?? to, amount };
  const delegate = toDelegate(batch);
  return delegate === undefined ? compareBatch(batch, wanted) : compareDelegate(found, delegate, wanted);
}

function compareBatch(batch: Batch, wanted: Movement): Comparison {
  const { from, to, actions } = batch;
  const kinds = actions.map(kindOf);
  if (!kinds.every((kind) => kind === 'Transfer' || still.includes(kind)))
    return notCompared(from !== wanted.from ? 'relayer' : to === from ? 'smart-account' : 'contract');
  const amounts = actions.filter((_, at) => kinds[at] === 'Transfer').map(depositOf);
  if (!amounts.every((amount) => amount !== undefined)) return notCompared('unreadable');
  const comparison = compareMoved(
    amounts.map((amount) => ({ from, to, amount })),
    wanted,
  );
  const isAll = amounts.length === actions.length;
  return comparison.result === 'as-asked' && !isAll ? notCompared('more') : comparison;
}

/** The transaction may succeed although what it delegates has failed. */
function compareDelegate(found: unknown, delegate: unknown, wanted: Movement): Comparison {
  const batch = parseBatch(delegate, 'sender_id');
  const comparison = batch && compareBatch(batch, wanted);
  const executors = readExecutors(found);
  const isDone = batch !== undefined && executors?.includes(batch.to);
  return comparison && isDone ? comparison : notCompared('relayer');
}

/** Actions of one account on another, in a transaction or in a delegate action. */
interface Batch {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly unknown[];
}

/** The delegated action of a transaction (NEP-366): its only action. Undefined if it delegates nothing. */
function toDelegate({ actions: [only, ...others] }: Batch): unknown {
  const delegate = field(field(only, 'Delegate'), 'delegate_action');
  return others.length === 0 ? delegate : undefined;
}

/** Where receipts were executed; undefined unless all of them have succeeded. */
function readExecutors(found: unknown): readonly unknown[] | undefined {
  const receipts = field(found, 'receipts_outcome');
  if (!Array.isArray(receipts)) return undefined;
  const outcomes = receipts.map((receipt) => field(receipt, 'outcome'));
  const isDone = (status: unknown) =>
    typeof field(status, 'SuccessValue') === 'string' ||
    typeof field(status, 'SuccessReceiptId') === 'string';
  if (!outcomes.every((outcome) => isDone(field(outcome, 'status')))) return undefined;
  return outcomes.map((outcome) => field(outcome, 'executor_id'));
}

/** The actions of a transaction, or of a delegate action, from unknown. */
function parseBatch(given: unknown, sender: 'signer_id' | 'sender_id'): Batch | undefined {
  const [from, to, actions] = [sender, 'receiver_id', 'actions'].map((key) => field(given, key));
  if (typeof from !== 'string' || typeof to !== 'string' || !Array.isArray(actions)) return undefined;
  return { from, to, actions };
}

/** An action is an object with its name as the only key; one without fields is its name alone. */
function kindOf(action: unknown): string {
  if (typeof action === 'string') return action;
  const keys = typeof action === 'object' && action !== null ? Object.keys(action) : [];
  return keys.length === 1 ? String(keys[0]) : '';
}

/** In yoctoNEAR. */
function depositOf(action: unknown): string | undefined {
  const deposit = field(field(action, 'Transfer'), 'deposit');
  return typeof deposit === 'string' && /^(0|[1-9]\d{0,38})$/.test(deposit) ? deposit : undefined;
}
