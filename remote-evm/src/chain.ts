import {
  type AccountId,
  addressOf,
  type Balance,
  field,
  hasCode,
  LinkspanError,
  type Network,
  type SendRequest,
} from '@linkspan/contract';
import { firstFollowPauseMs, mostFollowPauseMs } from '@linkspan/kit/limits';
import { type AskOptions, type Dialect, openNodes } from '@linkspan/kit/nodes';
import { toRecipientError } from '@linkspan/kit/recipient';
import { readFields } from '@linkspan/kit/util';
import { type Address, createClient, custom, defineChain, getAddress, type Chain as ViemChain } from 'viem';
import { toNetworkError } from './failures.ts';
import { openHistory, type Request } from './history.ts';
import { toChainId } from './provider.ts';

/** A transfer that a wallet can be asked to sign. */
export interface Transfer {
  readonly account: Address;
  readonly to: Address;
  /** In wei. */
  readonly value: bigint;
  readonly chainId: number;
}

/** One network, as far as a connection needs it. Rejects as its nodes do, or with `network/refused`. */
export interface Chain {
  readonly network: Network<'eip155'>;
  /** In wei. */
  readBalance(account: AccountId<'eip155'>): Promise<Balance<'eip155'>>;
  /**
   * The state of an account before its next send, for `settle`. `known` is what is known of the send: that a Safe executes it
   * (`by`), and its data.
   */
  takeNote(address: string, known?: Pick<Note, 'by' | 'data'>): Promise<string>;
  /** The note with the nonce of the send, once the node knows it. */
  completeNote(
    note: string,
    sent: { readonly address: string; readonly transaction: string },
  ): Promise<string>;
}

/** Opens a network by its RPC addresses, until the signal aborts. */
export function openChain(network: Network<'eip155'>, signal: AbortSignal): Chain {
  const { title } = network;
  const request = openRequest(network, signal);
  const history = openHistory(request, title);

  async function withNetworkError<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error) => {
      throw toNetworkError(error, title);
    });
  }

  return {
    network,
    async readBalance(account) {
      const params = [addressOf(account), 'latest'];
      const reading = request({ method: 'eth_getBalance', params });
      const amount = await withNetworkError(reading.then((quantity) => BigInt(String(quantity))));
      return { account, amount: String(amount) };
    },
    async takeNote(address, { by, data } = {}) {
      const { height, countOf, thresholdOf } = history;
      const reading = thresholdOf(address).catch((error: unknown) => {
        // A node that calls no contracts knows of no Safe; a busy one may answer later.
        if (!hasCode(error, 'network/malformed')) throw error;
        return undefined;
      });
      const counts = Promise.all([height(), countOf(address, 'latest'), reading]);
      const [block, count, threshold] = await withNetworkError(counts);
      const how = by ?? (threshold === undefined ? undefined : 'safe');
      return writeNote({
        ...{ block, count },
        ...(how && { by: how }),
        ...(threshold && { threshold }),
        ...(data && { data }),
      });
    },
    async completeNote(text, { address, transaction }) {
      const look = () => history.transactionOf(transaction).catch(() => undefined);
      const { from, nonce } = await pollUntil(look, signal);
      const note = parseNote(text) ?? { block: 0, count: nonce };
      // A relayer has nonces of its own, and a lesser nonce is that of an older transaction.
      const isOfSend = from === address.toLowerCase() && nonce >= note.count;
      return isOfSend ? writeNote({ ...note, nonce }) : text;
    },
  };
}

/** The recipient with its checksum, and the amount in wei. Throws `input/recipient…`, `input/amount`. */
export function parseTransfer({ to: recipient, amount }: SendRequest) {
  const to = parseRecipient(recipient);
  const value = /^\d{1,78}$/.test(amount) ? BigInt(amount) : 0n;
  if (value <= 0n || value >= 2n ** 256n) throw new LinkspanError('input/amount', { value: amount });
  return { to, value };
}

/** EIP-55: an address in one case has no checksum. */
function parseRecipient(value: string): Address {
  if (!/^0x[\da-f]{40}$/i.test(value)) throw toRecipientError(value, 'Ethereum');
  const address = getAddress(value.toLowerCase());
  const digits = value.slice(2);
  const written = [address.slice(2), digits.toLowerCase(), digits.toUpperCase()];
  if (!written.includes(digits)) throw new LinkspanError('input/recipient-checksum', { value });
  return address;
}

/** Below 2^16 an address may be a precompile, which does something although it has no code. */
export const precompileForm = /^0x0{36}/;

/** The state of the account before a send, and the nonce once the wallet has answered. */
export interface Note {
  /** The chain's height. */
  readonly block: number;
  /** How many transactions of the account the chain had: the least nonce that the send can have. */
  readonly count: number;
  readonly nonce?: number;
  /** The id that the wallet has named in an error, or of the transaction that has carried out several calls. */
  readonly transaction?: string;
  /**
   * `safe`: a Safe executes it, so that the id that the wallet answers can be the hash of the Safe's own transaction.
   * `calls`: the wallet carries out several calls, and the id is its own (EIP-5792).
   */
  readonly by?: 'safe' | 'calls';
  /** Keccak-256 of the data of a transaction that has some. */
  readonly data?: string;
  /** The wallet has said that the calls have failed. */
  readonly outcome?: 'failed';
  /** How many owners of the Safe have to confirm it. */
  readonly threshold?: number;
}

/** Whether a send waits for other owners: a Safe whose threshold is 1 has none to wait for. */
export function awaitedBy(note: Note | undefined): { readonly awaits?: 'owners' } {
  const { by, threshold = by === 'safe' ? 2 : 1 } = note ?? {};
  return threshold > 1 ? { awaits: 'owners' } : {};
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote, maybe of another release; undefined if it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  const names = ['block', 'count', 'nonce', 'transaction', 'by', 'threshold', 'data', 'outcome'];
  const [block, count, nonce, transaction, by, threshold, data, outcome] = readFields(text, names);
  if (typeof block !== 'number' || typeof count !== 'number') return undefined;
  return {
    ...{ block, count },
    ...(typeof nonce === 'number' && { nonce }),
    ...(typeof transaction === 'string' && { transaction }),
    ...((by === 'safe' || by === 'calls') && { by }),
    ...(typeof threshold === 'number' && { threshold }),
    ...(typeof data === 'string' && { data }),
    ...(outcome === 'failed' && { outcome }),
  };
}

const dialect: Dialect = {
  identity: { method: 'eth_chainId', params: [] },
  isOf: (chainId, { id }) => typeof chainId === 'string' && id === `eip155:${Number(chainId)}`,
  isAnswer(answer, { method }) {
    const error = field(answer, 'error');
    // A node that does not have a block is behind, or has forgotten it.
    if (error == null) return method !== 'eth_getBlockByNumber' || field(answer, 'result') != null;
    return ['eth_call', 'eth_estimateGas'].includes(method) && isOfCall(error);
  },
  isAbsence: (answer, { method }) =>
    ['eth_getTransactionReceipt', 'eth_getTransactionByHash'].includes(method) &&
    field(answer, 'result') === null,
};

/** Whether an error of JSON-RPC is the outcome of a call: EIP-1474 has 3, and Nethermind a number of its own. */
function isOfCall(error: unknown): boolean {
  const isReverted = [3, -32015].includes(Number(field(error, 'code')));
  const said = String(field(error, 'message') ?? '');
  return (
    isReverted || /revert|insufficient (funds|balance)|out of gas|gas required|invalid opcode/i.test(said)
  );
}

/** A network of the configuration, as viem describes a chain. */
export function toChain({ id, title, symbol, decimals, rpc, explorer }: Network<'eip155'>): ViemChain {
  return defineChain({
    id: toChainId(id),
    name: title,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: rpc } },
    ...(explorer && { blockExplorers: { default: { name: title, url: new URL(explorer).origin } } }),
  });
}

/**
 * Talks to the configured addresses alone, and to none after the end: requests fail. Rejects with
 * `network/…` within the library's errors, and with a node's errors.
 */
export function createChainClient(chain: ViemChain, network: Network<'eip155'>, ended: AbortSignal) {
  const request = openRequest(network, ended);
  return createClient({
    chain,
    transport: custom({ request }, { retryCount: 0 }),
  });
}

export function openRequest(
  network: Network<'eip155'>,
  ended: AbortSignal,
  options?: Pick<AskOptions, 'absence'>,
): Request {
  const nodes = openNodes(network, dialect, ended);
  return async (call) => toResult(await nodes.ask(call, options));
}

/** Throws a node's error in the form of EIP-1193: viem wraps a rejection without a numeric code in an `UnknownRpcError`. */
function toResult(answer: object): unknown {
  const error = field(answer, 'error');
  if (error == null) return field(answer, 'result');
  const [code, data] = [field(error, 'code'), field(error, 'data')];
  throw Object.assign(new Error(String(field(error, 'message') ?? '')), { code, data });
}

/**
 * Repeats a read until it finds something, each pause twice the one before. Rejects as `look` does;
 * never settles once the signal has aborted.
 */
async function pollUntil<Found>(look: () => Promise<Found | undefined>, signal: AbortSignal): Promise<Found> {
  for (let pauseMs = firstFollowPauseMs; ; pauseMs = Math.min(2 * pauseMs, mostFollowPauseMs)) {
    const found = await look();
    if (found !== undefined && !signal.aborted) return found;
    await pause(pauseMs, signal);
  }
}

function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
