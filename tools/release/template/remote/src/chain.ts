import {
  type AccountId,
  addressOf,
  type Balance,
  type Comparison,
  field,
  LinkspanError,
  type Network,
  networkOf,
  type Port,
  type Quote,
  type SendRequest,
  type Settled,
  toList,
  type Unsettled,
} from '@linkspan/contract';
import { type Dialect, openNodes } from '@linkspan/kit/nodes';
import { toRecipientError } from '@linkspan/kit/recipient';
import { findNetwork, type SettleSend } from '@linkspan/kit/session';
import { compareMoved, toEnded } from '@linkspan/kit/settled';
import { readFields } from '@linkspan/kit/util';
import { parseAddress } from './provider.ts';

/** A transfer of the native coin, in its smallest unit. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  /** As decimal digits. */
  readonly amount: string;
}

/** A transaction as a node shows it. */
interface Transaction extends Transfer {
  readonly id: string;
  /** The number of the transactions of its account before it. */
  readonly nonce: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
}

/** The transfer that a person asks for. Throws `input/recipient…`, `input/amount`. */
export function parseTransfer({ account, to, amount }: SendRequest): Transfer {
  const recipient = parseAddress(to);
  if (recipient === undefined) throw toRecipientError(to, '__TITLE__');
  if (!isAmount(amount) || /^0+$/.test(amount)) throw new LinkspanError('input/amount', { value: amount });
  return { from: addressOf(account), to: recipient, amount };
}

/** The id of a wallet's answer. Throws `wallet/malformed`. */
export function parseTransactionId(answer: unknown, wallet: string): string {
  if (isId(answer)) return answer;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction' });
}

/**
 * One network. Replace: everything in this file that has the name of a method or of a field of your nodes. All functions
 * reject with `network/…`.
 */
export function openChain(network: Network<'__NAMESPACE__'>, signal: AbortSignal) {
  const { title } = network;
  const nodes = openNodes(network, dialect, signal);

  async function call(method: string, params: object = {}): Promise<unknown> {
    const answer = await nodes.ask({ method, params });
    const error = field(answer, 'error');
    if (error == null) return field(answer, 'result');
    throw new LinkspanError('network/refused', { network: title, detail: String(field(error, 'message')) });
  }

  function parse<Value>(value: unknown, isIt: (value: unknown) => value is Value): Value {
    if (isIt(value)) return value;
    const detail = 'The node answered in another form.';
    throw new LinkspanError('network/refused', { network: title, detail });
  }

  return {
    /** In the smallest unit. */
    readFee: async () => parse(await call('fee'), isAmount),
    /** Whether an account has ever received anything. */
    knows: async (address: string) => (await call('account', { address })) !== null,
    async readBalance(account: AccountId<'__NAMESPACE__'>): Promise<Balance<'__NAMESPACE__'>> {
      const state = await call('account', { address: addressOf(account) });
      const amount = state === null ? '0' : parse(field(state, 'balance'), isAmount);
      return { account, amount };
    },
    /** The number of transactions that an account has sent. */
    async readNonce(address: string): Promise<number> {
      const state = await call('account', { address });
      return state === null ? 0 : parse(field(state, 'nonce'), isCount);
    },
    /** Undefined if the network does not have it. */
    async readTransaction(id: string): Promise<Transaction | undefined> {
      const found = await call('transaction', { id });
      return found === null ? undefined : parse(found, isTransaction);
    },
    /** The transactions of an account from a nonce on, the oldest first. */
    async readSent(address: string, nonce: number): Promise<readonly Transaction[]> {
      const isList = (value: unknown) => toList(value)?.every(isTransaction) === true;
      const sent = await call('transactions', { address, nonce });
      return parse(sent, isList as (value: unknown) => value is readonly Transaction[]);
    },
  };
}

export type Chain = ReturnType<typeof openChain>;

/** The conventions of the chain's nodes. */
const dialect: Dialect = {
  identity: { method: 'chainId', params: {} },
  isOf: (reference, { id }) => id === `__NAMESPACE__:${reference}`,
  // Any error but the one for wrong parameters is the node's own fault, and another node is asked.
  isAnswer(answer) {
    const code = field(field(answer, 'error'), 'code');
    return code === undefined || code === -32602;
  },
  isAbsence: (answer, { method }) => method === 'transaction' && field(answer, 'result') === null,
};

/** The fee, and whether the network knows the recipient. Rejects with `network/…`, `input/…`. */
export async function quote(
  request: SendRequest,
  { networks, signal }: Port<'__NAMESPACE__'>,
): Promise<Quote> {
  const { to: address } = parseTransfer(request);
  const chain = openChain(findNetwork(networks, networkOf(request.account), ''), signal);
  const [fee, isKnown] = await Promise.all([chain.readFee(), chain.knows(address)]);
  return { fee, recipient: isKnown ? { address } : { address, is: 'new' } };
}

/** A note from before a send: its transaction has this nonce or a higher one. */
export function writeNote(nonce: number): string {
  return JSON.stringify({ nonce });
}

/**
 * Looks up the outcome of a send once: by the id that the wallet has returned; if that is of an older transaction, or
 * there is none, among the transactions of its account since the note. Rejects with `network/…`.
 */
export const settle: SettleSend<'__NAMESPACE__'> = async (send, { networks, signal }) => {
  const chain = openChain(findNetwork(networks, networkOf(send.from), ''), signal);
  const [nonce] = readFields(send.note, ['nonce']);
  const isOlder = (found: Transaction) => typeof nonce === 'number' && found.nonce < nonce;
  const { transaction } = send;
  if (transaction !== undefined) {
    const named = await chain.readTransaction(transaction);
    if (named === undefined) return { state: 'sent', transaction };
    if (!isOlder(named)) return toSettled(send, named);
  }
  if (typeof nonce !== 'number') return { state: 'unknown' };
  const sent = await chain.readSent(addressOf(send.from), nonce);
  // A failure of a similar transaction proves nothing: this one may still be asked for.
  const found = sent.find(
    (one) =>
      one.status === 'succeeded' && !send.others.includes(one.id) && compare(send, one).result === 'as-asked',
  );
  if (found === undefined) return { state: 'unknown' };
  const settled = toSettled(send, found);
  const isOther = transaction !== undefined && settled.state === 'landed';
  return isOther ? { ...settled, transaction, by: found.id } : settled;
};

function toSettled(send: Unsettled, found: Transaction): Settled {
  const { id: transaction, status } = found;
  if (status === 'pending') return { state: 'sent', transaction };
  const succeeded = status === 'succeeded';
  return toEnded(send, { transaction, succeeded, comparison: compare(send, found), isFinal: true });
}

function compare(send: Unsettled, { from, to, amount }: Transaction): Comparison {
  const asked = { from: addressOf(send.from), to: parseAddress(send.to) ?? send.to, amount: send.amount };
  return compareMoved([{ from, to, amount }], asked);
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,39}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{64}$/.test(value);
}

function isTransaction(value: unknown): value is Transaction {
  const [from, to] = [field(value, 'from'), field(value, 'to')];
  return (
    [from, to].every((address) => address !== undefined && parseAddress(address) === address) &&
    isId(field(value, 'id')) &&
    isAmount(field(value, 'amount')) &&
    isCount(field(value, 'nonce')) &&
    ['pending', 'succeeded', 'failed'].includes(String(field(value, 'status')))
  );
}
