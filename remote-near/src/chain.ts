import {
  type AccountId,
  addressOf,
  type Balance,
  field,
  LinkspanError,
  type Network,
  type SendIntent,
} from '@linkspan/contract';
import { type Dialect, openNodes } from '@linkspan/kit/nodes';
import { readFields } from '@linkspan/kit/util';
import { isAccountId } from './accounts.ts';
import { isRefusal } from './failures.ts';
import { openHistory, type Rpc } from './history.ts';
import { isImplicit, toImplicitId } from './keys.ts';

/** A transfer that a wallet can be asked to sign. */
export interface Transfer {
  readonly signerId: string;
  readonly receiverId: string;
  /** In yoctoNEAR, as decimal digits. */
  readonly amount: string;
}

/** One network, as far as a connection needs it. Rejects as its nodes do, or with `network/refused`. */
export interface Chain {
  readonly network: Network<'near'>;
  /** In yoctoNEAR; of an account that does not exist yet: 0. */
  readBalance(account: AccountId<'near'>): Promise<Balance<'near'>>;
  exists(accountId: string): Promise<boolean>;
  /** Whether the account can be used here: it exists, or its first transfer will make it. */
  knows(accountId: string): Promise<boolean>;
  /** Whether a key may do all that its account may, or some of it; undefined if it is not the account's. */
  accessOf(accountId: string, publicKey: string): Promise<'full' | 'limited' | undefined>;
  /** Rejects also with `input/recipient`, `input/amount`, `network/insufficient-funds`. */
  prepareTransfer(intent: SendIntent): Promise<Transfer>;
  /** The state of an account before its next send, for `settle`. */
  takeNote(accountId: string): Promise<string>;
  /** The note once the wallet has answered. */
  completeNote(note: string): Promise<string>;
}

/** Opens a network by its RPC addresses, until the signal aborts. */
export function openChain(network: Network<'near'>, signal: AbortSignal): Chain {
  const { title, decimals, symbol } = network;
  const rpc = createRpc(network, signal);
  const history = openHistory(rpc, title);

  /** In yoctoNEAR; undefined if there is no such account. */
  async function readAmount(account_id: string): Promise<string | undefined> {
    const ask = { request_type: 'view_account', finality: 'final', account_id };
    const account = await rpc('query', ask).catch(unless('UNKNOWN_ACCOUNT'));
    return account === undefined ? undefined : parseAmount(account, title);
  }

  async function accessOf(account_id: string, public_key: string): Promise<'full' | 'limited' | undefined> {
    const ask = { request_type: 'view_access_key', finality: 'final', account_id, public_key };
    const key = await rpc('query', ask).catch(unless('UNKNOWN_ACCESS_KEY', 'UNKNOWN_ACCOUNT'));
    const permission = field(key, 'permission');
    if (permission !== undefined) return permission === 'FullAccess' ? 'full' : 'limited';
    // Older nodes have that in a result.
    const isUnknown = key === undefined || /does not exist/.test(String(field(key, 'error')));
    if (!isUnknown) throw new LinkspanError('network/refused', { network: title, detail: 'No permission.' });
    // An account that its first transfer will make is its key: the only one, until then.
    const isKey = account_id === toImplicitId(public_key) && (await readAmount(account_id)) === undefined;
    return isKey ? 'full' : undefined;
  }

  const exists = async (accountId: string) => (await readAmount(accountId)) !== undefined;

  async function knows(accountId: string): Promise<boolean> {
    return isImplicit(accountId) || exists(accountId);
  }

  return {
    network,
    exists,
    knows,
    accessOf,
    async readBalance(account) {
      const amount = (await readAmount(addressOf(account))) ?? '0';
      return { account, amount, decimals, symbol };
    },
    async prepareTransfer({ account, to, amount }) {
      if (!isAmount(amount) || BigInt(amount) === 0n)
        throw new LinkspanError('input/amount', { value: amount });
      // Sent to a name that nobody has, the fee would be lost.
      if (!isAccountId(to) || !(await knows(to))) throw new LinkspanError('input/recipient', { value: to });
      const signerId = addressOf(account);
      if (BigInt((await readAmount(signerId)) ?? 0) < BigInt(amount))
        throw new LinkspanError('network/insufficient-funds', { network: title });
      return { signerId, receiverId: to, amount };
    },
    async takeNote(accountId) {
      const { height, nonces } = await history.keysOf(accountId);
      return writeNote({ height, nonces: String(nonces) });
    },
    async completeNote(text) {
      const answered = await history.finalHeight();
      const note = parseNote(text);
      return note === undefined ? text : writeNote({ ...note, answered });
    },
  };
}

function parseAmount(account: unknown, network: string): string {
  const amount = field(account, 'amount');
  if (isAmount(amount)) return amount;
  throw new LinkspanError('network/refused', { network, detail: 'The node returned no amount.' });
}

/** Whether a text is an amount in yoctoNEAR, as decimal digits. */
export function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,39}$/.test(value);
}

function unless(...refusals: readonly string[]) {
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
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote, maybe of another release; undefined if it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  const names = ['height', 'nonces', 'answered', 'transaction'];
  const [height, nonces, answered, transaction] = readFields(text, names);
  if (typeof height !== 'number' || typeof nonces !== 'string' || !/^\d{1,78}$/.test(nonces))
    return undefined;
  return {
    ...{ height, nonces },
    ...(typeof answered === 'number' && { answered }),
    ...(typeof transaction === 'string' && { transaction }),
  };
}

/** The errors of NEAR that are about an account, its keys or a transaction; others are about the node or its blocks. */
const answers = [
  'UNKNOWN_ACCOUNT',
  'INVALID_ACCOUNT',
  'UNKNOWN_ACCESS_KEY',
  'UNKNOWN_TRANSACTION',
  'INVALID_TRANSACTION',
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
