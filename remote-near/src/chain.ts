import {
  type AccountId,
  addressOf,
  type Balance,
  field,
  LinkspanError,
  type Network,
  type SendRequest,
} from '@linkspan/contract';
import { type Dialect, openNodes } from '@linkspan/kit/nodes';
import { readFields } from '@linkspan/kit/util';
import { isImplicit, parseRecipient } from './accounts.ts';
import { type Action, type Batch, toArgBytes } from './actions.ts';
import { isRefusal } from './failures.ts';
import { openHistory, type Rpc } from './history.ts';

/** A transfer that a wallet can be asked to sign. */
export interface Transfer {
  readonly signerId: string;
  readonly receiverId: string;
  /** In yoctoNEAR, as decimal digits. */
  readonly amount: string;
}

/** A transfer as the network sees it, in yoctoNEAR. */
export interface Estimate {
  /** The gas at the network's price: approximately the maximum. */
  readonly fee: bigint;
  /** The most that can be sent so that the rest can stay in the account. */
  readonly most: bigint;
  /** Whether the transfer makes the account of the recipient. */
  readonly isNew: boolean;
  /** Why it would fail: `input/amount-most` or `network/insufficient-funds`. */
  readonly failure?: Error;
}

/** The gas of a receipt: to send it, and once more to run it. */
const receiptGas = 2n * 108_059_500_000n;
/** The gas of a receipt with one transfer. */
const transferGas = receiptGas + 2n * 115_123_062_500n;
/** The gas of a receipt with one call, beside what the call attaches, and of each byte of its method and arguments. */
const callGas = receiptGas + 200_000_000_000n + 780_000_000_000n;
const byteGas = 47_683_715n + 2_235_934n;
/**
 * The gas of a new account with one key. Like the others, it is that of nearcore's parameters (`action_receipt_creation`,
 * `action_transfer`, `action_function_call` with `_per_byte`, `action_create_account`, `action_add_full_access_key`), written
 * down here since a node tells it only in its whole configuration.
 */
const accountGas = 2n * (3_850_000_000_000n + 101_765_125_000n);

/** What an account has to hold for each byte of its storage, in yoctoNEAR (`storage_amount_per_byte`). */
const amountPerByte = 10n ** 19n;
/** An account with up to so many bytes has to hold nothing (NEP-448). */
const freeBytes = 770n;

/** One network, as far as a connection needs it. Rejects as its nodes do, or with `network/refused`. */
export interface Chain {
  readonly network: Network<'near'>;
  readonly rpc: Rpc;
  /** In yoctoNEAR; of an account that does not exist yet: 0. */
  readBalance(account: AccountId<'near'>): Promise<Balance<'near'>>;
  /** Whether the account can be used here: it exists, or its first transfer will make it. */
  knows(accountId: string): Promise<boolean>;
  /** Rejects also with `input/recipient-absent`. */
  estimate(transfer: Transfer): Promise<Estimate>;
  /** The most that transactions cost, in yoctoNEAR: the network gives back what a call attaches and does not use. */
  mostFeeOf(batches: readonly Batch[]): Promise<bigint>;
  /** The state of an account before its next send, for `settle`. `asked` is that of the note. */
  takeNote(accountId: string, asked?: string): Promise<string>;
  /** The note once the wallet has answered. */
  completeNote(note: string): Promise<string>;
}

/** The transfer that a person asks for. Throws `input/recipient…`, `input/amount`. */
export function parseTransfer({ account, to, amount }: SendRequest): Transfer {
  if (!isAmount(amount) || BigInt(amount) === 0n) throw new LinkspanError('input/amount', { value: amount });
  return { signerId: addressOf(account), receiverId: parseRecipient(to), amount };
}

/** Opens a network by its RPC addresses, until the signal aborts. */
export function openChain(network: Network<'near'>, signal: AbortSignal): Chain {
  const { title } = network;
  const rpc = createRpc(network, signal);
  const history = openHistory(rpc, title);

  /** Undefined if there is no such account. */
  async function readAccount(account_id: string): Promise<State | undefined> {
    const ask = { request_type: 'view_account', finality: 'final', account_id };
    const account = await rpc('query', ask).catch(unless('UNKNOWN_ACCOUNT'));
    return account === undefined ? undefined : parseState(account, title);
  }

  async function readGasPrice(): Promise<bigint> {
    const price = field(await rpc('gas_price', [null]), 'gas_price');
    if (isAmount(price)) return BigInt(price);
    throw new LinkspanError('network/malformed', { network: title });
  }

  return {
    network,
    rpc,
    knows: async (accountId) => isImplicit(accountId) || (await readAccount(accountId)) !== undefined,
    async readBalance(account) {
      const { amount = 0n } = (await readAccount(addressOf(account))) ?? {};
      return { account, amount: String(amount) };
    },
    async estimate({ signerId, receiverId, amount: value }) {
      const [gasPrice, signer, receiver] = await Promise.all([
        readGasPrice(),
        readAccount(signerId),
        readAccount(receiverId),
      ]);
      const isNew = receiver === undefined;
      // Sent to a name that nobody has, the fee would be lost.
      if (isNew && !isImplicit(receiverId))
        throw new LinkspanError('input/recipient-absent', { value: receiverId, network: title });
      const fee = (transferGas + (isNew ? accountGas : 0n)) * gasPrice;
      const { amount = 0n, bound = 0n } = signer ?? {};
      // Room for a higher price: the network takes some percent more first, and gives them back.
      const most = atLeast0(amount - 2n * fee - bound);
      const rest = amount - fee - BigInt(value);
      if (rest >= bound) return { fee, most, isNew };
      const failure =
        rest < 0n || most === 0n
          ? new LinkspanError('network/insufficient-funds', { network: title })
          : new LinkspanError('input/amount-most', { value, most: String(most) });
      return { fee, most, isNew, failure };
    },
    async mostFeeOf(batches) {
      const gas = batches.flatMap(({ receiverId, actions }) =>
        actions.map((action) => mostGasOf(action, receiverId)),
      );
      return (await readGasPrice()) * gas.reduce((sum, one) => sum + one, 0n);
    },
    async takeNote(accountId, asked) {
      const { height, nonces } = await history.keysOf(accountId);
      return writeNote({ height, nonces: String(nonces), ...(asked !== undefined && { asked }) });
    },
    async completeNote(text) {
      const answered = await history.finalHeight();
      const note = parseNote(text);
      return note === undefined ? text : writeNote({ ...note, answered });
    },
  };
}

/** Of an action in a receipt of its own. A transfer may make the account of the receiver. */
function mostGasOf({ type, params }: Action, receiverId: string): bigint {
  if (type === 'Transfer') return transferGas + (isImplicit(receiverId) ? accountGas : 0n);
  const bytes = new TextEncoder().encode(params.methodName).length + toArgBytes(params).length;
  return callGas + BigInt(bytes) * byteGas + BigInt(params.gas);
}

/** An account on the chain, in yoctoNEAR. */
interface State {
  readonly amount: bigint;
  /** The part of the amount that has to stay for the storage. */
  readonly bound: bigint;
}

function parseState(account: unknown, network: string): State {
  const [amount, locked, usage] = ['amount', 'locked', 'storage_usage'].map((name) => field(account, name));
  if (!isAmount(amount)) throw new LinkspanError('network/malformed', { network });
  const bytes = BigInt(Number.isSafeInteger(usage) ? Number(usage) : 0);
  const staked = isAmount(locked) ? BigInt(locked) : 0n;
  return {
    amount: BigInt(amount),
    bound: bytes > freeBytes ? atLeast0(bytes * amountPerByte - staked) : 0n,
  };
}

const atLeast0 = (amount: bigint) => (amount > 0n ? amount : 0n);

/** Whether a text is an amount in yoctoNEAR, as decimal digits. */
function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,39}$/.test(value);
}

/** Turns a rejection with one of these names into undefined. */
export function unless(...refusals: readonly string[]) {
  return (error: unknown): undefined => {
    if (!isRefusal(error, ...refusals)) throw error;
  };
}

/** The state of the account before a send, and after the wallet has answered. */
export interface Note {
  /** The height of the last final block. */
  readonly height: number;
  /** The sum of the nonces of all keys of the account, as decimal digits: each transaction raises it. */
  readonly nonces: string;
  /** The height after the wallet's answer: the send is older. */
  readonly answered?: number;
  /** The id that the wallet has named in an error. */
  readonly transaction?: string;
  /** Of a request of the application: `toDigest` of its transactions. */
  readonly asked?: string;
  /** The ids of several transactions, in order, with a blank between them. */
  readonly all?: string;
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote, maybe of another release; undefined if it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  const names = ['height', 'nonces', 'answered', 'transaction', 'asked', 'all'];
  const [height, nonces, answered, transaction, asked, all] = readFields(text, names);
  if (typeof height !== 'number' || typeof nonces !== 'string' || !/^\d{1,78}$/.test(nonces))
    return undefined;
  return {
    ...{ height, nonces },
    ...(typeof answered === 'number' && { answered }),
    ...(typeof transaction === 'string' && { transaction }),
    ...(typeof asked === 'string' && { asked }),
    ...(typeof all === 'string' && { all }),
  };
}

/** The errors of NEAR that are about an account, its keys, contract or transaction; others are about the node or its blocks. */
const answers = [
  'UNKNOWN_ACCOUNT',
  'INVALID_ACCOUNT',
  'UNKNOWN_ACCESS_KEY',
  'UNKNOWN_TRANSACTION',
  'INVALID_TRANSACTION',
  'NO_CONTRACT_CODE',
  'CONTRACT_EXECUTION_ERROR',
];

const dialect: Dialect = {
  identity: { method: 'status', params: [] },
  isOf: (status, { id }) => `near:${String(field(status, 'chain_id'))}` === id,
  isAnswer(answer, { method }) {
    if (field(answer, 'error') != null) return answers.includes(String(nameOf(answer)));
    return method !== 'status' || field(field(field(answer, 'result'), 'sync_info'), 'syncing') !== true;
  },
  isAbsence: (answer, { method }) => method === 'tx' && nameOf(answer) === 'UNKNOWN_TRANSACTION',
};

/** The name of the error that a node answers with. */
function nameOf(answer: object): unknown {
  return field(field(field(answer, 'error'), 'cause'), 'name');
}

/**
 * Calls the network's nodes. Rejects with `network/unreachable`, `network/busy`, `network/other-chain`,
 * `network/portal`, `network/malformed`, or with `network/refused` and the node's own error as the cause.
 */
export function createRpc(network: Network, signal: AbortSignal): Rpc {
  const nodes = openNodes(network, dialect, signal);
  return async (method, params) => toResult(await nodes.ask({ method, params }), network.title);
}

function toResult(answer: object, network: string): unknown {
  const cause = field(answer, 'error');
  if (cause == null) return field(answer, 'result');
  const detail = String(field(cause, 'data') ?? field(cause, 'message') ?? '').slice(0, 300);
  throw new LinkspanError('network/refused', { network, detail }, { cause });
}
