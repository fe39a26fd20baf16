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
import { awaitedBy, openRequest, parseNote } from '../chain.ts';
import { toNetworkError } from '../failures.ts';
import { type History, type Log, openHistory, type Receipt, type Transaction } from '../history.ts';
import { isOfChain, settle as settleAny, toAsked, toMovement } from '../settle.ts';
import { type AskSafe, Methods, openSafeFrame } from './safe-frame.ts';

type Send = Unsettled<'eip155'>;

/** The topics of `ExecutionSuccess(bytes32,uint256)` and `ExecutionFailure(bytes32,uint256)` of a Safe. */
export const executionSuccess = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
export const executionFailure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23';

/** The first bytes of a call of `execTransaction` of a Safe. */
const execTransaction = '0x6a761202';

const hashForm = /^0x[\da-f]{64}$/i;

/**
 * As many blocks as public nodes search for logs at once. One that refuses, by an error of its own, as asked too often or by
 * no answer in time, is asked for a tenth, down to the least.
 */
const mostRange = 1_000;
const leastRange = 10;
/** Questions for logs in one look-up, and blocks after the note in all: four weeks of Ethereum. */
const mostAsked = 10;
const mostBlocks = 200_000;
/** The newest blocks are read again: they may change, and one node may be behind another. */
const overlap = 64;

/** The next block whose logs are to be read, by the id or the note of a send, during a connector. */
const readUpTo = new WeakMap<AbortSignal, Map<string, number>>();

/**
 * Looks up once the outcome of a Safe's send, whose id is the hash of the Safe's own transaction, or of the transaction of
 * the chain that executes it. The logs of the Safe's contract decide: of a transaction that the wallet or the Safe around
 * the page names, or else of the blocks after the note, of which each look-up reads some. If the wallet has not answered,
 * an execution of the same transfer is taken for the send. Rejects with `network/…`.
 */
export const settle: SettleSend<'eip155'> = async (send, port) => {
  const { networks, options, signal } = port;
  const network = findNetwork(networks, networkOf(send.from), '');
  const history = openHistory(openRequest(network, signal), network.title);
  const read = readUpTo.get(signal) ?? new Map<string, number>();
  readUpTo.set(signal, read);
  try {
    const shown = send.transaction && (await history.transactionOf(send.transaction));
    if (!shown)
      return await follow(history, send, { read, ask: openSafeFrame(siteOf(options, 'safe'), signal) });
    const receipt = await history.receiptOf(shown.hash);
    // A transaction of the chain in which the Safe executes nothing, or nothing yet.
    if (!receipt || !findExecution(receipt, send)) return await settleAny(send, port);
    return await toEnd(history, send, receipt);
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

interface Sources {
  readonly read: Map<string, number>;
  readonly ask: AskSafe | undefined;
}

async function follow(history: History, send: Send, { read, ask }: Sources): Promise<Settled> {
  const { transaction } = send;
  const report = transaction && (await readReport(transaction, ask));
  const [by, status] = [field(report, 'txHash'), field(report, 'txStatus')];
  const reported = typeof by === 'string' && hashForm.test(by) ? await history.receiptOf(by) : undefined;
  if (reported && findExecution(reported, send)) return toEnd(history, send, reported);
  const { receipt, isAll } = await readLogs(history, send, read);
  if (receipt) return toEnd(history, send, receipt);
  // The owners have let another transaction take its place. That is Safe's word, which the chain does not confirm here.
  if (status === 'CANCELLED') return { state: 'replaced', isFinal: false };
  // Nothing tells any more that it still waits.
  if (transaction === undefined || (isAll && status === undefined)) return { state: 'unknown' };
  return { state: 'sent', transaction, ...awaitedBy(parseNote(send.note)) };
}

/** Safe's report of its transaction; undefined if the page is not in Safe, or Safe does not answer. */
async function readReport(safeTxHash: string, ask?: AskSafe): Promise<unknown> {
  return ask?.(Methods.getTxBySafeTxHash, { safeTxHash }, walletReadMs).catch(() => undefined);
}

/** The receipt of the transaction that has executed a send, and whether there are no other blocks to read. */
async function readLogs(history: History, send: Send, read: Map<string, number>) {
  const note = parseNote(send.note);
  if (note === undefined) return { isAll: true };
  const key = send.transaction ?? String(send.note);
  const [first, last] = [note.block + 1, note.block + mostBlocks];
  const height = await history.height();
  let [next, range] = [read.get(key) ?? first, mostRange];
  for (let asked = 0; asked < mostAsked && next <= Math.min(height, last); asked += 1) {
    const to = Math.min(next + range - 1, height, last);
    const asking = history.logsOf(addressOf(send.from), [executionSuccess, executionFailure], [next, to]);
    const logs = await asking.catch((error: unknown) => {
      if (range === leastRange) throw error;
    });
    if (logs === undefined && range === leastRange) return { isAll: true };
    if (logs === undefined) {
      range /= 10;
      continue;
    }
    for (const log of listExecutions(logs, send)) {
      const receipt = await readExecuted(history, send, log);
      if (receipt) return { receipt, isAll: false };
    }
    next = to + 1;
    read.set(key, Math.max(first, Math.min(next, height - overlap)));
  }
  return { isAll: next > last };
}

/** The receipt of an execution that is that of a send, or if its wallet has not answered, can be. */
async function readExecuted(history: History, send: Send, log: Log): Promise<Receipt | undefined> {
  const [by, id] = [log.transaction, idOf(log)];
  if (by === undefined || (send.transaction?.toLowerCase() ?? id) !== id) return undefined;
  if (send.transaction === undefined && [by, id].some((one) => send.others.includes(one))) return undefined;
  const receipt = await history.receiptOf(by);
  const execution = receipt && findExecution(receipt, send);
  if (!receipt || !execution) return undefined;
  if (send.transaction !== undefined) return receipt;
  // A failure may be that of another send, whose prompt is still open.
  if (execution !== executionSuccess) return undefined;
  const { result } = await compareExecuted(history, send, receipt);
  return result === 'as-asked' ? receipt : undefined;
}

async function toEnd(history: History, send: Send, receipt: Receipt): Promise<Settled> {
  if (receipt.block <= (parseNote(send.note)?.block ?? -1)) return { state: 'unknown' };
  const { transaction = receipt.hash } = send;
  const comparison = await compareExecuted(history, send, receipt);
  const isFinal = !isUnread(comparison) && receipt.block <= (await history.finalHeight());
  const succeeded = receipt.succeeded && findExecution(receipt, send) === executionSuccess;
  const ended = toEnded(send, { transaction, succeeded, comparison, isFinal });
  const isSame = transaction.toLowerCase() === receipt.hash;
  return ended.state === 'landed' && !isSame ? { ...ended, by: receipt.hash } : ended;
}

/**
 * The Safe's log of a send: `executionSuccess`, `executionFailure` or nothing. In a transaction of the chain that the wallet
 * has named it may be any, as for a wallet that has not answered, and has failed only if all have.
 */
function findExecution({ hash, logs }: Receipt, send: Send): string | undefined {
  const id = send.transaction?.toLowerCase();
  const own = listExecutions(logs, send).filter((log) => id === undefined || id === hash || id === idOf(log));
  return (own.find(({ topics: [topic] }) => topic === executionSuccess) ?? own[0])?.topics[0];
}

/** The hash of the Safe's transaction: a topic since version 1.5 of the contract, and the first word of the data before. */
function idOf({ topics: [, indexed], data }: Log): string {
  return indexed ?? data.slice(0, 66);
}

function listExecutions(logs: readonly Log[], { from }: Send): readonly Log[] {
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
  if (call === undefined || listExecutions(receipt.logs, send).length > 1) return notCompared('relayer');
  if (!call.isPlain || parseNote(send.note)?.data !== undefined) return notCompared('contract');
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
