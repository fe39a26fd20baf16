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
import { compareMoved, notAsAsked, notCompared, toEnded } from '@linkspan/kit/settled';
import { tryTo } from '@linkspan/kit/util';
import { parseAccountId } from './accounts.ts';
import { type Action, type Batch as AskedBatch, fromBase64, toDigest } from './actions.ts';
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
  const note = parseNote(send.note);
  const ids = note?.all?.split(' ') ?? [transaction];
  const all: Known[] = [];
  for (const id of ids) {
    const found = await history.transactionOf(id, addressOf(send.from));
    if (found !== undefined) all.push(found);
  }
  const [known, ...others] = all;
  if (known !== undefined && (await isOlder(history, send, known))) return findUnnamed(history, send);
  if (known !== undefined && others.length < ids.length - 1) return { state: 'sent', transaction };
  if (known !== undefined) return toSettled(send, transaction, all);
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
    if ((await compare([known.found], id, send)).result !== 'as-asked') continue;
    const landed = await toSettled(send, id, [known]);
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

/** Several transactions have failed if one of them has. */
async function toSettled(send: Send, transaction: string, all: readonly Known[]): Promise<Settled> {
  if (all.some(({ end }) => end === undefined)) return { state: 'sent', transaction };
  const comparison = await compare(
    all.map(({ found }) => found),
    transaction,
    send,
  );
  const succeeded = all.every(({ end }) => end === 'succeeded');
  return toEnded(send, { transaction, succeeded, comparison, isFinal: true });
}

/** Compares what was found, of which the last has the id, with the send, or with what the application asked for. */
async function compare(found: readonly unknown[], id: string, send: Send): Promise<Comparison> {
  const { asked } = parseNote(send.note) ?? {};
  return asked === undefined ? compareLanded(found.at(-1), id, send) : compareAsked(found, send, asked);
}

/**
 * Compares transactions with those that an application asked for: receivers and actions. What they have moved is not
 * looked at. One that a relayer has submitted is compared by the sender's delegate action.
 */
export async function compareAsked(
  found: readonly unknown[],
  { from }: Pick<Send, 'from'>,
  asked: string,
): Promise<Comparison> {
  const batches = found.map(toOwnBatch);
  if (!batches.every((batch) => batch !== undefined)) return notCompared('unreadable');
  const read = batches.map(toAsked);
  const own = addressOf(from);
  const isOwn = batches.every((batch) => batch.from === own);
  const isRead = read.every((batch) => batch !== undefined);
  if (isOwn && isRead && (await toDigest(read)) === asked) return { result: 'as-asked' };
  // An Ethereum-like account calls itself, or a relayer calls it, with the transaction in the arguments (NEP-518).
  const isTransfer = ({ actions }: Batch) => actions.every((action) => kindOf(action) === 'Transfer');
  if (batches.some((batch) => batch.from !== own && !isTransfer(batch))) return notCompared('relayer');
  if (batches.some((batch) => batch.to === own && !isTransfer(batch))) return notCompared('smart-account');
  const moved = batches.flatMap((batch) => {
    const { receiverId, actions } = toAsked(batch) ?? { receiverId: batch.to, actions: [] };
    return actions.map(({ params }) => ({ from: batch.from, to: receiverId, amount: params.deposit }));
  });
  return notAsAsked(moved, !isRead);
}

/** The actions of a transaction, or those that it delegates and that were executed. */
function toOwnBatch(found: unknown): Batch | undefined {
  const batch = parseBatch(field(found, 'transaction'), 'signer_id');
  const delegate = batch && toDelegate(batch);
  if (delegate === undefined) return batch;
  const inner = parseBatch(delegate, 'sender_id');
  return inner && readExecutors(found)?.includes(inner.to) ? inner : undefined;
}

/** Transfers and calls, as they were asked for; undefined if there are others among them. */
function toAsked({ to, actions }: Batch): AskedBatch | undefined {
  const read = actions.map(toAction);
  return read.every((action) => action !== undefined) ? { receiverId: to, actions: read } : undefined;
}

function toAction(action: unknown): Action | undefined {
  const transferred = depositOf(action);
  if (transferred !== undefined) return { type: 'Transfer', params: { deposit: transferred } };
  const call = field(action, 'FunctionCall');
  const [methodName, args, gas, deposit] = ['method_name', 'args', 'gas', 'deposit'].map((name) =>
    field(call, name),
  );
  const bytes = typeof args === 'string' ? tryTo(() => fromBase64(args)) : undefined;
  if (typeof methodName !== 'string' || bytes === undefined || !/^\d{1,20}$/.test(String(gas)))
    return undefined;
  if (typeof deposit !== 'string' || !amountForm.test(deposit)) return undefined;
  return { type: 'FunctionCall', params: { methodName, args: bytes, gas: String(gas), deposit } };
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
  return typeof deposit === 'string' && amountForm.test(deposit) ? deposit : undefined;
}

const amountForm = /^(0|[1-9]\d{0,38})$/;
