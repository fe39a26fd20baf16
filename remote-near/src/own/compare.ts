import { addressOf, type Comparison, field, type Movement, type Unsettled } from '@linkspan/contract';
import { compareMoved, notCompared } from '@linkspan/kit/compare';

type Send = Pick<Unsettled<'near'>, 'from' | 'to' | 'amount'>;

/** Actions of one account on another, in a transaction or in a delegate action. */
interface Batch {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly unknown[];
}

/** Actions that move no coins. All that is not here may: a call of a contract, a stake, a deleted account. */
const still = ['CreateAccount', 'DeployContract', 'AddKey', 'DeleteKey'];

/**
 * Compares what a node shows of a transaction, in the form of `tx`, with the send that was asked for. One that a relayer
 * has submitted is compared by the sender's delegate action (NEP-366), where all its receipts have succeeded.
 */
export function compareOutcome(found: unknown, id: string, { from, to, amount }: Send): Comparison {
  const transaction = field(found, 'transaction');
  const batch = parseBatch(transaction, 'signer_id');
  if (batch === undefined || field(transaction, 'hash') !== id) return notCompared('unreadable');
  const asked = { from: addressOf(from), to, amount };
  const delegate = toDelegate(batch);
  return delegate === undefined ? compareBatch(batch, asked) : compareDelegate(found, delegate, asked);
}

function compareBatch(batch: Batch, asked: Movement): Comparison {
  const { from, to, actions } = batch;
  const kinds = actions.map(kindOf);
  if (!kinds.every((kind) => kind === 'Transfer' || still.includes(kind)))
    return notCompared(from !== asked.from ? 'relayer' : to === from ? 'smart-account' : 'contract');
  const amounts = actions.filter((_, at) => kinds[at] === 'Transfer').map(depositOf);
  if (!amounts.every((amount) => amount !== undefined)) return notCompared('unreadable');
  const comparison = compareMoved(
    amounts.map((amount) => ({ from, to, amount })),
    asked,
  );
  const isAll = amounts.length === actions.length;
  return comparison.result === 'as-asked' && !isAll ? notCompared('more') : comparison;
}

/** The transaction may succeed although what it delegates has failed. */
function compareDelegate(found: unknown, delegate: unknown, asked: Movement): Comparison {
  const batch = parseBatch(delegate, 'sender_id');
  const comparison = batch && compareBatch(batch, asked);
  const executors = readExecutors(found);
  const isDone = batch !== undefined && executors?.includes(batch.to);
  return comparison && isDone ? comparison : notCompared('relayer');
}

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
