import {
  addressOf,
  type Comparison,
  type Incomparable,
  type Movement,
  type Network,
  networkOf,
  type Settled,
  type Unsettled,
} from '@linkspan/contract';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, isUnread, notAsAsked, notCompared, toEnded } from '@linkspan/kit/settled';
import { type Address, getAddress, type Hex, keccak256 } from 'viem';
import { awaitedBy, openRequest, parseNote, precompileForm } from './chain.ts';
import { toNetworkError } from './failures.ts';
import { type History, openHistory, type Receipt, type Transaction } from './history.ts';
import { toChainId } from './provider.ts';

type Send = Unsettled<'eip155'>;
type Ended = Settled & { readonly state: 'landed' | 'failed' };

/** Of so many transactions of an account the page looks which one it was. */
const mostLooked = 20;

/**
 * Looks up once the outcome of a send: by its id, also one that its wallet named in an error; if another transaction has
 * its nonce, by that one; if the wallet has not answered, among the later transactions of its account. A transaction in a
 * block is compared with the request. Rejects with `network/…`.
 */
export const settle: SettleSend<'eip155'> = async (send, { networks, signal }) => {
  const network: Network<'eip155'> = findNetwork(networks, networkOf(send.from), '');
  const history = openHistory(openRequest(network, signal), network.title);
  const { transaction: noted, by } = parseNote(send.note) ?? {};
  const transaction = send.transaction ?? (send.others.includes(noted ?? '') ? undefined : noted);
  try {
    if (by === 'calls') return await readCalls(history, send);
    return await (transaction === undefined
      ? findUnnamed(history, send)
      : follow(history, send, transaction));
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

/**
 * Several calls of one request (EIP-5792): the wallet alone knows what has become of its id, and has told the page while it
 * was connected, or not.
 */
async function readCalls(history: History, { transaction, ...send }: Send): Promise<Settled> {
  if (transaction === undefined) return { state: 'unknown' };
  const note = parseNote(send.note);
  const receipt = note?.transaction === undefined ? undefined : await history.receiptOf(note.transaction);
  if (receipt === undefined || receipt.block <= (note?.block ?? 0)) {
    if (note?.outcome === undefined) return { state: 'sent', transaction, ...awaitedBy(note) };
    const failure = { code: 'network/reverted', context: { network: networkOf(send.from) } };
    return { state: 'failed', transaction, failure, isFinal: false };
  }
  const { succeeded, block, hash } = receipt;
  const isFinal = block <= (await history.finalHeight());
  const ended = toEnded(send, { transaction, succeeded, comparison: notCompared('more'), isFinal });
  return ended.state === 'landed' ? { ...ended, by: hash } : ended;
}

async function follow(history: History, send: Send, transaction: string): Promise<Settled> {
  const receipt = await history.receiptOf(transaction);
  const shown = await history.transactionOf(transaction);
  if (isOlder(send, receipt, shown)) return findUnnamed(history, send);
  if (receipt !== undefined) return toEnd(history, send, receipt);
  const nonce = readNonce(send, shown);
  const sent = { state: 'sent', transaction } as const;
  if (nonce === undefined) return (await findLanded(history, send)) ?? sent;
  if ((await history.countOf(addressOf(send.from), 'latest')) <= nonce) return sent;
  // It may have landed since it was looked for.
  return (await readEnd(history, send, transaction)) ?? readReplacement(history, send, nonce);
}

/**
 * Whether a transaction was made before the send was asked for, so that it is another one, even if the wallet has
 * answered with its id. The block decides if the nonce is unknown or another account's.
 */
function isOlder(send: Send, receipt: Receipt | undefined, shown: Transaction | undefined): boolean {
  const note = parseNote(send.note);
  if (note === undefined) return false;
  if (shown !== undefined && isOwn(shown, send)) return shown.nonce < note.count;
  return receipt !== undefined && receipt.block <= note.block;
}

/** The nonce of a send, as its transaction shows it or as it was noted; undefined if another account has sent it. */
function readNonce(send: Send, shown: Transaction | undefined): number | undefined {
  if (shown !== undefined) return isOwn(shown, send) ? shown.nonce : undefined;
  const { nonce, count } = parseNote(send.note) ?? {};
  // A note of an older transaction may have come from an earlier release.
  return nonce !== undefined && count !== undefined && nonce >= count ? nonce : undefined;
}

function isOwn({ from }: Transaction, send: Send): boolean {
  return from === addressOf(send.from).toLowerCase();
}

/** The nonce has gone to another transaction: the same transfer for another fee, or something else. */
async function readReplacement(history: History, send: Send, nonce: number): Promise<Settled> {
  const address = addressOf(send.from);
  const found = await findByNonce(history, address, nonce, parseNote(send.note)?.block ?? 0).catch(
    () => undefined,
  );
  const ended = found && (await readEnd(history, send, found.hash));
  const isOther = found && send.others.includes(found.hash);
  if (found && ended && !isOther && isAsAsked(found, send)) return ended;
  // A replacement that failed has moved nothing.
  const comparison = ended?.state === 'landed' ? ended.comparison : undefined;
  const isTaken = (await history.countOf(address, 'finalized').catch(() => 0)) > nonce;
  const isFinal = isTaken && !(comparison && isUnread(comparison));
  return { state: 'replaced', isFinal, ...(found && { by: found.hash }), ...(comparison && { comparison }) };
}

async function findUnnamed(history: History, send: Send): Promise<Settled> {
  return (await findLanded(history, send)) ?? { state: 'unknown' };
}

/** A similar transaction may belong to another send, whose prompt is still open: its failure proves nothing. */
async function findLanded(history: History, send: Send): Promise<Settled | undefined> {
  const found = await findAmong(history, send);
  const end = found && (await readEnd(history, send, found.hash));
  return end?.state === 'landed' ? end : undefined;
}

/** The transaction that the account has sent since then, and that is the same transfer. */
async function findAmong(history: History, send: Send): Promise<Transaction | undefined> {
  const note = parseNote(send.note);
  if (note === undefined) return undefined;
  const address = addressOf(send.from);
  const count = await history.countOf(address, 'latest');
  let { block } = note;
  for (let nonce = note.count; nonce < Math.min(count, note.count + mostLooked); nonce += 1) {
    const found = await findByNonce(history, address, nonce, block);
    if (found && isAsAsked(found, send) && !send.others.includes(found.hash)) return found;
    block = found?.block ?? block;
  }
  return undefined;
}

/**
 * The transaction of an account with this nonce, which the chain has, by asking ever smaller ranges of blocks how many
 * there were: some twenty questions. `from` is a block before it. Undefined if its block does not list it. Rejects
 * with `network/…` if the node has no old state.
 */
async function findByNonce(
  history: History,
  address: string,
  nonce: number,
  from: number,
): Promise<(Transaction & { readonly block: number }) | undefined> {
  let before = from - 1;
  let block = await history.height();
  while (block - before > 1) {
    const middle = Math.floor((before + block) / 2);
    if ((await history.countOf(address, middle)) > nonce) block = middle;
    else before = middle;
  }
  const transactions = await history.transactionsIn(block);
  const found = transactions.find(
    (transaction) => transaction.nonce === nonce && transaction.from === address.toLowerCase(),
  );
  return found && { ...found, block };
}

/** How a transaction has ended; undefined if the chain does not have it. `id` may be another than the send's. */
async function readEnd(history: History, send: Send, id: string): Promise<Ended | undefined> {
  const receipt = await history.receiptOf(id);
  return receipt && toEnd(history, send, receipt);
}

async function toEnd(history: History, send: Send, receipt: Receipt): Promise<Ended> {
  const id = receipt.hash;
  const { transaction = id } = send;
  const { block, succeeded } = receipt;
  const comparison = await compareLanded(history, send, receipt);
  const isFinal = !isUnread(comparison) && block <= (await history.finalHeight());
  const ended = toEnded(send, { transaction, succeeded, comparison, isFinal });
  const isSame = transaction.toLowerCase() === id;
  return ended.state === 'landed' && !isSame ? { ...ended, by: id } : ended;
}

/**
 * Compares a transaction that a block has with the send that was asked for. Only a plain transfer can be compared, or a
 * transfer with input to an address without code: the transaction does not show the effects of a call. Rejects
 * with `network/…`.
 */
async function compareLanded(history: History, send: Send, receipt: Receipt): Promise<Comparison> {
  const transaction = await history.transactionOf(receipt.hash);
  if (transaction === undefined || transaction.block !== receipt.block) return notCompared('unreadable');
  if (!isOfChain(transaction, send)) return notCompared('unreadable');
  const { from, to, value, isPlain, isDelegating } = transaction;
  if (isDelegating) return notCompared('smart-account');
  const isOwn = from === addressOf(send.from).toLowerCase();
  const { data } = parseNote(send.note) ?? {};
  if (data !== undefined && isOwn) return compareRequested(transaction, send, data);
  const paid = isOwn && receipt.succeeded ? BigInt(value) : undefined;
  if (to === undefined || (!isPlain && (await isCall(history, to, receipt.block))))
    return notCompared(whyNot(transaction, send), paid);
  const comparison = compareMoved([toMovement(from, to, value)], toAsked(send));
  return comparison.result === 'as-asked' && !isPlain ? notCompared('more', paid) : comparison;
}

/** Whether a transaction is the plain transfer that was asked for, whatever has become of it. */
function isAsAsked(transaction: Transaction, send: Send): boolean {
  const { from, to, value, isPlain, isDelegating } = transaction;
  if (isDelegating || !isOfChain(transaction, send)) return false;
  const { data } = parseNote(send.note) ?? {};
  if (data !== undefined) return compareRequested(transaction, send, data).result === 'as-asked';
  if (to === undefined || !isPlain) return false;
  return compareMoved([toMovement(from, to, value)], toAsked(send)).result === 'as-asked';
}

/** Whether a transaction is the one that an application requested. What its call has moved is not looked at. */
function compareRequested(
  { from, to = '', value, input }: Transaction,
  send: Send,
  data: string,
): Comparison {
  const isSame =
    from === addressOf(send.from).toLowerCase() &&
    to === send.to.toLowerCase() &&
    value === BigInt(send.amount) &&
    keccak256(input as Hex) === data;
  return isSame ? { result: 'as-asked' } : notAsAsked(to === '' ? [] : [toMovement(from, to, value)]);
}

/** The movement that a send asked for. */
export function toAsked({ from, to, amount }: Send) {
  return toMovement(addressOf(from), to, amount);
}

/** With the checksums of its addresses (EIP-55), which is how people are shown them. */
export function toMovement(from: string, to: string, amount: bigint | string): Movement {
  return { from: toChecksum(from), to: toChecksum(to), amount: String(amount) };
}

function toChecksum(address: string): string {
  const lower = address.toLowerCase();
  return /^0x[\da-f]{40}$/.test(lower) ? getAddress(lower as Address) : address;
}

/** Whether a transaction can be one of the send's chain. */
export function isOfChain({ chainId }: Transaction, { from }: Send): boolean {
  return chainId === undefined || chainId === toChainId(networkOf(from));
}

async function isCall(history: History, to: string, block: number): Promise<boolean> {
  return precompileForm.test(to) || (await history.hasCode(to, block)) !== false;
}

function whyNot({ from, to }: Transaction, send: Send): Incomparable {
  const own = addressOf(send.from).toLowerCase();
  if (from !== own) return 'relayer';
  return to === own ? 'smart-account' : 'contract';
}
