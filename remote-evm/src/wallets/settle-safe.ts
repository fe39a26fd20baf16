import {
  addressOf,
  type Comparison,
  field,
  networkOf,
  type Settled,
  type Unsettled,
} from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, isUnread, notCompared, toEnded } from '@linkspan/kit/settled';
import { siteOf } from '@linkspan/kit/util';
import { openRequest, parseNote } from '../chain.ts';
import { toNetworkError } from '../failures.ts';
import { type History, openHistory, type Receipt, type Transaction } from '../history.ts';
import { isOfChain, toAsked, toMovement } from '../settle.ts';
import { type AskSafe, Methods, openSafeFrame } from './safe-frame.ts';

type Send = Unsettled<'eip155'>;

/** The topics of `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)` of a Safe. */
export const executionSuccess = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
export const executionFailure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23';

/** The first bytes of a call of `execTransaction` of a Safe. */
const execTransaction = '0x6a761202';

const hashForm = /^0x[\da-f]{64}$/i;

/**
 * Looks up once the outcome of a send whose id is the hash of a Safe's transaction: only the Safe around the page knows
 * which transaction of the chain has executed it, and the Safe's contract must have logged it. Rejects with `network/…`.
 */
export const settle: SettleSend<'eip155'> = async (send, { networks, options, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  const history = openHistory(openRequest(network, signal), network.title);
  try {
    return await follow(history, send, openSafeFrame(siteOf(options, 'safe'), signal));
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

async function follow(history: History, send: Send, ask?: AskSafe): Promise<Settled> {
  const { transaction } = send;
  if (transaction === undefined) return { state: 'unknown' };
  const waiting = { state: 'sent', transaction, awaits: 'owners' } as const;
  const report = await readReport(transaction, ask);
  const by = field(report, 'txHash');
  // The owners have let another transaction take its place. That is Safe's word, which the chain does not confirm here.
  if (by == null && field(report, 'txStatus') === 'CANCELLED') return { state: 'replaced', isFinal: false };
  const receipt = typeof by === 'string' && hashForm.test(by) ? await history.receiptOf(by) : undefined;
  const execution = receipt && findExecution(receipt, send);
  if (receipt === undefined || execution === undefined) return waiting;
  if (receipt.block <= (parseNote(send.note)?.block ?? -1)) return { state: 'unknown' };
  const comparison = await compareExecuted(history, send, receipt);
  const isFinal = !isUnread(comparison) && receipt.block <= (await history.finalHeight());
  const ended = toEnded(send, {
    transaction,
    succeeded: execution === executionSuccess,
    comparison,
    isFinal,
  });
  return ended.state === 'landed' ? { ...ended, by: receipt.hash } : ended;
}

/** Safe's report of its transaction; undefined if the page is not in Safe, or Safe does not answer. */
async function readReport(safeTxHash: string, ask?: AskSafe): Promise<unknown> {
  return ask?.(Methods.getTxBySafeTxHash, { safeTxHash }, walletReadMs).catch(() => undefined);
}

/** The Safe's log of its transaction: `executionSuccess`, `executionFailure` or nothing. */
function findExecution(receipt: Receipt, send: Send): string | undefined {
  const own = listExecutions(receipt, send).find(({ topics: [, indexed], data }) => {
    // It is a topic since version 1.5 of the contract, and the first word of the data before.
    return (indexed ?? data.slice(0, 66)) === send.transaction?.toLowerCase();
  });
  return own?.topics[0];
}

function listExecutions({ logs }: Receipt, { from }: Send) {
  const safe = addressOf(from).toLowerCase();
  return logs.filter(
    ({ address, topics: [topic = ''] }) =>
      address === safe && [executionSuccess, executionFailure].includes(topic),
  );
}

/** The movement is visible only in a direct call of the Safe that executes nothing else. */
async function compareExecuted(history: History, send: Send, receipt: Receipt): Promise<Comparison> {
  const transaction = await history.transactionOf(receipt.hash);
  if (transaction === undefined || transaction.block !== receipt.block || !isOfChain(transaction, send))
    return notCompared('unreadable');
  const call = parseCall(transaction, send);
  if (call === undefined || listExecutions(receipt, send).length > 1) return notCompared('relayer');
  if (!call.isPlain) return notCompared('contract');
  const comparison = compareMoved([toMovement(addressOf(send.from), call.to, call.value)], toAsked(send));
  return comparison.result === 'as-asked' && call.isRefunding ? notCompared('more') : comparison;
}

/** A call of `execTransaction` by its arguments (Contract ABI Specification); undefined for any other transaction. */
function parseCall({ to, input }: Transaction, { from }: Send) {
  if (to !== addressOf(from).toLowerCase() || !input.startsWith(execTransaction)) return undefined;
  const wordAt = (byte: number) => input.slice(10 + 2 * byte, 10 + 2 * byte + 64);
  const numberAt = (byte: number) => (wordAt(byte).length === 64 ? BigInt(`0x${wordAt(byte)}`) : undefined);
  const [value, offset, operation, gasPrice] = [1, 2, 3, 6].map((word) => numberAt(32 * word));
  const dataLength = offset !== undefined && offset < input.length ? numberAt(Number(offset)) : undefined;
  if (value === undefined || gasPrice === undefined || dataLength === undefined) return undefined;
  return {
    to: `0x${wordAt(0).slice(24)}`,
    value,
    /** It calls nothing, neither as the Safe nor in its place. */
    isPlain: dataLength === 0n && operation === 0n,
    /** The Safe pays who submits it. */
    isRefunding: gasPrice !== 0n,
  };
}
