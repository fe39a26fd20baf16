import { addressOf, type Comparison, field, type Movement, type Unsettled } from '@linkspan/contract';
import { compareMoved, notCompared } from '@linkspan/kit/compare';
import { type Batch, depositOf, kindOf, parseBatch, readExecutors, toDelegate } from './transaction.ts';

type Send = Pick<Unsettled<'near'>, 'from' | 'to' | 'amount'>;

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
