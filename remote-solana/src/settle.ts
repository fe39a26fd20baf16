import {
  type AssetId,
  addressOf,
  type Comparison,
  field,
  type Movement,
  networkOf,
  type Settled,
  toList,
  tryTo,
  type Unsettled,
} from '@linkspan/contract';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, isUnread, notAsAsked, notCompared, toEnded } from '@linkspan/kit/settled';
import { getBase64Encoder } from '@solana/kit';
import { guardPrograms, maxFeeLamports, parseNote } from './chain.ts';
import { digestOf, parseMessage } from './compare-signed.ts';
import { toNetworkError } from './failures.ts';
import { type History, openHistory, type Status } from './history.ts';

type Send = Unsettled<'solana'>;
type Asked = Pick<Send, 'from' | 'to' | 'amount'>;

/**
 * Looks up once the outcome of a send by its id, or by the one in its note; it is `unknown` if there is none, or if that
 * is the id of an older transaction. A transaction that most of the cluster has not seen by its last block never lands. A
 * landed one is compared with the request. Rejects with `network/…`.
 */
export const settle: SettleSend<'solana'> = async (send, { networks, signal }) => {
  const network = findNetwork(networks, networkOf(send.from), '');
  const noted = parseNote(send.note)?.transaction;
  const transaction = send.transaction ?? (send.others.includes(noted ?? '') ? undefined : noted);
  if (transaction === undefined) return { state: 'unknown' };
  try {
    return await follow(openHistory(network, signal), send, transaction);
  } catch (error) {
    throw toNetworkError(error, network.title);
  }
};

async function follow(history: History, send: Send, transaction: string): Promise<Settled> {
  // The block first: an unknown transaction did not land up to it.
  const final = await history.readFinal();
  const status = await history.statusOf(transaction, final);
  const note = parseNote(send.note);
  if (status !== undefined && status !== 'waiting') {
    // A transaction from before the send is another one, even if the wallet has answered with its id.
    const isOlder = note !== undefined && status.slot < note.slot;
    return isOlder ? { state: 'unknown' } : readEnd(history, send, transaction, status);
  }
  // Without `answered` nobody knows which blockhash the wallet has signed with.
  const isOver =
    status === undefined &&
    note?.answered !== undefined &&
    final.height > Math.max(note.lastHeight, note.answered);
  return isOver && (await history.reachesBack(note.slot))
    ? { state: 'expired' }
    : { state: 'sent', transaction };
}

async function readEnd(
  history: History,
  send: Send,
  transaction: string,
  { succeeded, isFinal }: Status,
): Promise<Settled> {
  const { message, is } = parseNote(send.note) ?? {};
  const requested =
    message === undefined
      ? undefined
      : await compareRequested(await history.wireOf(transaction), message, send);
  const isChanged = requested?.result === 'not-compared' && !isUnread(requested);
  // A transfer that its wallet has added to, such as a fee, is compared as one of the page.
  const comparison =
    requested === undefined || (isChanged && is === 'transfer')
      ? compareLanded(await history.transactionOf(transaction), transaction, send)
      : requested;
  // A node shows a transaction a moment after its status.
  if (isUnread(comparison) && !isFinal) return { state: 'sent', transaction };
  return toEnded(send, { transaction, succeeded, comparison, isFinal });
}

/**
 * Compares a transaction, in base64, with the one that an application requested: with its message, apart from the blockhash.
 * What a wallet has added or changed is not judged.
 */
async function compareRequested(wire: unknown, requested: string, { from }: Asked): Promise<Comparison> {
  const message =
    typeof wire === 'string'
      ? parseMessage(tryTo(() => new Uint8Array(getBase64Encoder().encode(wire))) ?? new Uint8Array())
      : undefined;
  if (message === undefined) return notCompared('unreadable');
  if ((await digestOf(message)) === requested) return { result: 'as-asked' };
  return notCompared(message.staticAccounts[0] === addressOf(from) ? 'contract' : 'relayer');
}

/** Programs that move no coins: the compute budget, memos, and assertions. */
const still = [
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  ...guardPrograms.map(({ id }) => id),
];

/**
 * Compares what `getTransaction` answers in `jsonParsed`, from unknown, with the send that was asked for: by the
 * transfers if there is nothing else in the transaction, otherwise by the change of each account.
 */
export function compareLanded(found: unknown, id: string, { from, to, amount }: Asked): Comparison {
  const [transaction, meta] = [field(found, 'transaction'), field(found, 'meta')];
  const message = field(transaction, 'message');
  const [instructions, keys] = [field(message, 'instructions'), field(message, 'accountKeys')];
  const [inner, error, fee] = [field(meta, 'innerInstructions'), field(meta, 'err'), field(meta, 'fee')];
  const [before, after] = [field(meta, 'preBalances'), field(meta, 'postBalances')].map(parseAmounts);
  const isShown = Array.isArray(instructions) && Array.isArray(keys) && Array.isArray(inner);
  if (!isShown || error === undefined || field(field(transaction, 'signatures'), '0') !== id)
    return notCompared('unreadable');
  const wanted = { from: addressOf(from), to, amount };
  const accounts = keys.map((key: unknown) => field(key, 'pubkey'));
  const isRelayed = accounts[0] !== wanted.from;
  const calls = [...instructions, ...inner.flatMap((one: unknown) => field(one, 'instructions') ?? [])];
  const transfers = calls.flatMap((one) => toTransfer(one) ?? []);
  if (inner.length === 0 && instructions.every((one) => toTransfer(one) !== undefined || isStill(one))) {
    const comparison = compareMoved(transfers, wanted);
    if (comparison.result !== 'as-asked') return comparison;
    if (isRelayed) return notCompared('relayer');
    return (parseAmount(fee) ?? maxFeeLamports) < maxFeeLamports ? comparison : notCompared('more');
  }
  const why = isRelayed ? 'relayer' : 'contract';
  // A failed transaction has moved nothing.
  if (error !== null) return notCompared(why);
  if (before?.length !== keys.length || after?.length !== keys.length) return notCompared('unreadable');
  const changes = new Map<string, bigint>();
  for (const [at, account] of accounts.entries()) {
    const paid = at === 0 ? (parseAmount(fee) ?? 0n) : 0n;
    addTo(changes, String(account), (after[at] ?? 0n) - (before[at] ?? 0n) + paid);
  }
  if (isPaid((account) => changes.get(account) ?? 0n, wanted))
    return notCompared(why, -(changes.get(wanted.from) ?? 0n));
  const coins = toMovements(changes);
  const tokens = [...readTokenChanges(meta)].map(([mint, ofToken]) =>
    toMovements(ofToken, `${networkOf(from)}/token:${mint}`),
  );
  const isMore = coins === undefined || tokens.includes(undefined);
  return notAsAsked([...(coins ?? transfers), ...tokens.flatMap((moved) => moved ?? [])], isMore);
}

function addTo(changes: Map<string, bigint>, account: string, change: bigint): void {
  changes.set(account, (changes.get(account) ?? 0n) + change);
}

/**
 * The movements from one account to others, by each one's change. Undefined if several accounts have less, or if the amounts
 * do not add up: then the payer is unknown.
 */
function toMovements(changes: ReadonlyMap<string, bigint>, asset?: AssetId): readonly Movement[] | undefined {
  const moved = [...changes].filter(([, change]) => change !== 0n);
  const payers = moved.filter(([, change]) => change < 0n);
  const [[from] = ['']] = payers;
  if (payers.length > 1 || moved.reduce((sum, [, change]) => sum + change, 0n) !== 0n) return undefined;
  return moved.flatMap(([to, change]) =>
    change > 0n ? { from, to, amount: String(change), ...(asset !== undefined && { asset }) } : [],
  );
}

/** By mint, how many tokens each owner has more or less, in smallest units. */
function readTokenChanges(meta: unknown): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const mints = new Map<string, Map<string, bigint>>();
  for (const [name, sign] of [
    ['preTokenBalances', -1n],
    ['postTokenBalances', 1n],
  ] as const) {
    for (const balance of toList(field(meta, name)) ?? []) {
      const [mint, owner] = [field(balance, 'mint'), field(balance, 'owner')];
      const amount = parseAmount(field(field(balance, 'uiTokenAmount'), 'amount'));
      if (typeof mint !== 'string' || amount === undefined) continue;
      const ofMint = mints.get(mint) ?? new Map<string, bigint>();
      mints.set(mint, ofMint);
      addTo(ofMint, String(owner), sign * amount);
    }
  }
  return mints;
}

/** The system program's transfer of lamports. */
function toTransfer(instruction: unknown): Movement | undefined {
  const parsed = field(instruction, 'parsed');
  if (field(instruction, 'program') !== 'system' || field(parsed, 'type') !== 'transfer') return undefined;
  const [from, to, lamports] = ['source', 'destination', 'lamports'].map((key) =>
    field(field(parsed, 'info'), key),
  );
  const amount = parseAmount(lamports);
  if (typeof from !== 'string' || typeof to !== 'string' || amount === undefined) return undefined;
  return { from, to, amount: String(amount) };
}

function isStill(instruction: unknown): boolean {
  return still.includes(String(field(instruction, 'programId')));
}

/** Whether the recipient has the amount more, and the sender, without the fee, at most the amount less. */
function isPaid(changeOf: (account: string) => bigint, { from, to, amount }: Movement): boolean {
  if (from === to) return changeOf(from) === 0n;
  return changeOf(to) === BigInt(amount) && changeOf(from) >= -BigInt(amount);
}

function parseAmounts(values: unknown): readonly bigint[] | undefined {
  const amounts = Array.isArray(values) ? values.map(parseAmount) : undefined;
  return amounts?.every((amount) => amount !== undefined) ? amounts : undefined;
}

/** A whole number, however the node or its client has written it. */
function parseAmount(value: unknown): bigint | undefined {
  return /^\d{1,20}$/.test(String(value)) ? BigInt(String(value)) : undefined;
}
