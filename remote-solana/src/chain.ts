import {
  type AccountId,
  addressOf,
  type Balance,
  field,
  LinkspanError,
  type Network,
  type SendRequest,
} from '@linkspan/contract';
import { requestFactsMs } from '@linkspan/kit/limits';
import { type Call, type Dialect, openNodes } from '@linkspan/kit/nodes';
import { toRecipientError } from '@linkspan/kit/recipient';
import { isAlreadyKnown } from '@linkspan/kit/unwrap';
import { readFields, tryTo } from '@linkspan/kit/util';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  getBase58Decoder,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionEncoder,
  getU64Decoder,
  isAddress,
  type RpcTransport,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { type TransactionError, toNetworkError, toSimulationFailure, toSubmitError } from './failures.ts';
import type { TransactionVersion } from './provider.ts';

/** A transfer that a wallet can be asked to sign, as the cluster sees it; amounts are in lamports. */
export interface Transfer {
  /** Unsigned, version 0, in wire format. */
  readonly transaction: Uint8Array;
  /** Until when it can land, for `settle`. */
  readonly note: string;
  /** Without a wallet's priority fee. */
  readonly fee: bigint;
  /** The most that can be sent so that the rest can stay in the account. */
  readonly most: bigint;
  /** The program that owns the account of the recipient; undefined if there is no account. */
  readonly owner: Address | undefined;
  /**
   * Why it would fail: `input/amount-least`, `input/amount-most`, `network/insufficient-funds`, `network/would-fail` or
   * `network/expired`.
   */
  readonly failure: Error | undefined;
}

/** One network, as far as a connection needs it. Rejects as its nodes do, or with `network/refused`. */
export interface Chain {
  readonly network: Network<'solana'>;
  /** In lamports. */
  readBalance(account: AccountId<'solana'>): Promise<Balance<'solana'>>;
  /**
   * Builds a transfer, and tries it without a signature before anybody is asked for one, in two round trips. Rejects also
   * with `input/recipient…`, `input/amount`.
   */
  prepareTransfer(intent: SendRequest, version?: TransactionVersion): Promise<Transfer>;
  /** In smallest units, what token accounts have; 0 for one that there is not. The first 100, within `requestFactsMs`. */
  readTokens(accounts: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** A note of a transaction that the page has not built. */
  takeNote(requested: Pick<Note, 'message' | 'is'>): Promise<string>;
  /** A note with the last block that can hold the signed transaction, with whatever blockhash. */
  completeNote(note: string): Promise<string>;
  /**
   * Hands over a signed transaction; answers its id in base58, also if the node has it already: a request whose answer
   * was lost is sent again. Rejects also with `network/expired`, `network/insufficient-funds`.
   */
  submit(signed: Uint8Array): Promise<string>;
}

/** A block counts once most of the cluster has voted for it. */
const commitment = 'confirmed';

/** The most that a transfer may cost in all: 0.01 SOL, far above what one costs in the busiest hours. */
export const maxFeeLamports = 10_000_000n;

/** Room for the priority fee that a wallet may add, when all is sent: 0.0001 SOL. */
export const priorityFeeLamports = 100_000n;

/** As many accounts as a node is asked for at once. */
const mostAccounts = 100;
/** The beginning of a token account, in bytes: its mint, its owner, and from the given one its amount. */
const [amountAt, tokenBytes] = [64, 72];

/** Programs whose instructions only make a transaction fail if an account is not as the wallet has simulated it. */
export const guardPrograms = [
  {
    // Lighthouse, which Phantom and Solflare use: https://docs.phantom.com/developer-powertools/lighthouse
    id: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
    /** Below 2 it pays for memory of its own. */
    isAssertion: ([kind = 0]: Uint8Array) => kind >= 2,
  },
];

/** Opens a network by its RPC addresses, until the signal aborts. */
export function openChain(network: Network<'solana'>, signal: AbortSignal): Chain {
  const { title } = network;
  const rpc = createSolanaRpcFromTransport(toTransport(network, signal));
  const nodes = openNodes(network, dialect, signal);
  const abort = { abortSignal: signal };

  async function withNetworkError<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error) => {
      throw toNetworkError(error, title);
    });
  }

  /** The error with which a transaction would fail; null if it would not. */
  async function simulate(transaction: Base64EncodedWireTransaction): Promise<TransactionError | null> {
    const options = { encoding: 'base64', sigVerify: false, commitment } as const;
    const { value } = await rpc.simulateTransaction(transaction, options).send(abort);
    return value.err as TransactionError | null;
  }

  async function readFee(message: TransactionMessageBytesBase64): Promise<bigint> {
    const { value } = await rpc.getFeeForMessage(message, { commitment }).send(abort);
    // A node without the blockhash reports none.
    if (value === null) throw new LinkspanError('network/malformed', { network: title });
    return value;
  }

  async function readAccounts(addresses: readonly Address[]) {
    const options = { commitment, encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const;
    return (await rpc.getMultipleAccounts(addresses, options).send(abort)).value;
  }

  /** Why a simulation has failed. The account that pays the fee is the first of its transaction, the recipient follows. */
  function toFailure(
    error: TransactionError,
    { amount: value }: SendRequest,
    { most, missing }: { readonly most: bigint; readonly missing: bigint },
  ): Error {
    const lacking = field(field(error, 'InsufficientFundsForRent'), 'account_index');
    const isSender = String(lacking) === '0';
    if (lacking === undefined || (isSender && most === 0n)) return toSimulationFailure(error, title);
    return isSender
      ? new LinkspanError('input/amount-most', { value, most: String(most) })
      : new LinkspanError('input/amount-least', { value, least: String(missing) });
  }

  return {
    network,
    async readBalance(account) {
      const address = addressOf(account) as Address;
      const { value } = await withNetworkError(rpc.getBalance(address, { commitment }).send(abort));
      return { account, amount: String(value) };
    },
    async prepareTransfer(intent, version) {
      assertTransfer(intent);
      const addresses = [addressOf(intent.account), intent.to] as Address[];
      const [{ context, value: lifetime }, [sender, recipient], least] = await withNetworkError(
        Promise.all([
          rpc.getLatestBlockhash({ commitment }).send(abort),
          readAccounts(addresses),
          rpc.getMinimumBalanceForRentExemption(0n).send(abort),
        ]),
      );
      const compiled = compileTransfer(intent, lifetime, version);
      const message = getBase64Decoder().decode(compiled.messageBytes) as TransactionMessageBytesBase64;
      const [error, fee] = await withNetworkError(
        Promise.all([simulate(getBase64EncodedWireTransaction(compiled)), readFee(message)]),
      );
      const rest = (sender?.lamports ?? 0n) - fee - least - priorityFeeLamports;
      const most = rest > 0n ? rest : 0n;
      const missing = least - (recipient?.lamports ?? 0n);
      const { slot } = context;
      const { lastValidBlockHeight } = lifetime;
      return {
        transaction: new Uint8Array(getTransactionEncoder().encode(compiled)),
        note: writeNote({ slot: Number(slot), lastHeight: Number(lastValidBlockHeight) }),
        ...{ fee, most, owner: recipient?.owner },
        failure: error === null ? undefined : toFailure(error, intent, { most, missing }),
      };
    },
    async readTokens(accounts) {
      const asked = accounts.filter((one) => isAddress(one)).slice(0, mostAccounts);
      const dataSlice = { offset: 0, length: tokenBytes };
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(requestFactsMs)]);
      const request = rpc.getMultipleAccounts(asked as Address[], {
        commitment,
        encoding: 'base64',
        dataSlice,
      });
      const { value } = await withNetworkError(request.send({ abortSignal }));
      return new Map(asked.flatMap((one, at) => toTokenAmount(value[at]).map((amount) => [one, amount])));
    },
    async takeNote(requested) {
      const { context, value } = await withNetworkError(rpc.getLatestBlockhash({ commitment }).send(abort));
      const lastHeight = Number(value.lastValidBlockHeight);
      return writeNote({ slot: Number(context.slot), lastHeight, ...requested });
    },
    async completeNote(text) {
      // The newest there is, since a wallet may have had it.
      const newest = { commitment: 'processed' } as const;
      const { value } = await withNetworkError(rpc.getLatestBlockhash(newest).send(abort));
      const note = parseNote(text);
      return note === undefined ? text : writeNote({ ...note, answered: Number(value.lastValidBlockHeight) });
    },
    async submit(signed) {
      const options = { encoding: 'base64', preflightCommitment: commitment };
      const params = [getBase64Decoder().decode(signed), options];
      // Not by the library, which drops some nodes' errors.
      const answer = await withNetworkError(nodes.ask({ method: 'sendTransaction', params }, { signal }));
      const cause = field(answer, 'error');
      if (cause == null || isAlreadyKnown(cause)) return idOf(signed);
      throw toSubmitError(cause, title);
    },
  };
}

/** Until when a transaction can land. */
interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

const mostLamports = 2n ** 64n - 1n;

/** Throws `input/recipient…`, `input/amount`. An address has one form: base58 of 32 bytes. */
function assertTransfer({ to, amount }: SendRequest): void {
  // A transaction cannot pay a program that it calls.
  const isPayable = isAddress(to) && to !== SYSTEM_PROGRAM_ADDRESS;
  if (!isPayable) throw toRecipientError(to, 'Solana');
  const lamports = /^\d{1,20}$/.test(amount) ? BigInt(amount) : 0n;
  if (lamports <= 0n || lamports > mostLamports) throw new LinkspanError('input/amount', { value: amount });
}

/** The unsigned transaction, of version 0 unless another is given, of a transfer that `assertTransfer` has let pass. */
export function compileTransfer(
  { account, to, amount }: SendRequest,
  lifetime: Lifetime,
  version: TransactionVersion = 0,
) {
  const source = createNoopSigner(addressOf(account) as Address);
  const transfer = { source, destination: to as Address, amount: BigInt(amount) };
  const empty = createTransactionMessage({ version });
  const paid = setTransactionMessageFeePayer(source.address, empty);
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid);
  return compileTransaction(appendTransactionMessageInstruction(getTransferSolInstruction(transfer), alive));
}

/** In smallest units, from the beginning of a token account; nothing if it is none. */
function toTokenAmount(account: unknown): readonly bigint[] {
  if (account === null) return [0n];
  const data = tryTo(() => getBase64Encoder().encode(String(field(field(account, 'data'), '0'))));
  return data && data.length >= tokenBytes ? [getU64Decoder().decode(data, amountAt)] : [];
}

/** The first signature of a transaction in wire format, which is its id, in base58. */
function idOf(signed: Uint8Array): string {
  return getBase58Decoder().decode(signed.slice(1, 65));
}

/** Until when a signed transaction can land: as the page built it, by another blockhash, or by a durable nonce. */
export type SignedLifetime = 'unchanged' | 'other-blockhash' | 'nonce';

/**
 * The note of a send that its wallet has signed, and that is about to be submitted: with its id. If the wallet has left
 * the blockhash as it was, the last block that can hold it is known too.
 */
export function noteSigned(text: string, signed: Uint8Array, lifetime: SignedLifetime): string {
  const note = parseNote(text);
  if (note === undefined) return text;
  const answered = lifetime === 'unchanged' && { answered: note.lastHeight };
  return writeNote({ ...note, transaction: idOf(signed), ...answered });
}

/** The state of the account before a send, and after the wallet has answered. */
export interface Note {
  /** The slot at which the blockhash was read. */
  readonly slot: number;
  /** The height of the last block that can hold it, as it was given to the wallet. */
  readonly lastHeight: number;
  /**
   * The height of the last block that can hold the signed transaction: some wallets put a newer blockhash in when the person
   * approves.
   */
  readonly answered?: number;
  /** The id of the signed transaction, or the one in a wallet's error. */
  readonly transaction?: string;
  /** `digestOf` the message that an application requested. */
  readonly message?: string;
  /** What it requested is a transfer of coins and no more. */
  readonly is?: 'transfer';
}

export function writeNote(note: Note): string {
  return JSON.stringify(note);
}

/** A note of this remote, maybe of another release; undefined if it cannot be read. */
export function parseNote(text: string | undefined): Note | undefined {
  const names = ['slot', 'lastHeight', 'answered', 'transaction', 'message', 'is'];
  const [slot, lastHeight, answered, transaction, message, is] = readFields(text, names);
  if (typeof slot !== 'number' || typeof lastHeight !== 'number') return undefined;
  return {
    ...{ slot, lastHeight },
    ...(typeof answered === 'number' && { answered }),
    ...(typeof transaction === 'string' && { transaction }),
    ...(typeof message === 'string' && { message }),
    ...(is === 'transfer' && { is }),
  };
}

const dialect: Dialect = {
  identity: { method: 'getGenesisHash' },
  // CAIP-2 for Solana: the first 32 characters of the genesis hash.
  isOf: (hash, { id }) => typeof hash === 'string' && id === `solana:${hash.slice(0, 32)}`,
  isAnswer: (answer) => field(answer, 'error') == null || isOfTransaction(field(answer, 'error')),
  isAbsence(answer, { method }) {
    const result = field(answer, 'result');
    if (method === 'getTransaction') return result === null;
    // One signature is asked for at a time.
    return method === 'getSignatureStatuses' && field(field(result, 'value'), '0') === null;
  },
  toText: (call) => JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  parse: parseJson,
};

/**
 * Whether an error of JSON-RPC is about a transaction: its simulation has failed (-32002), or its signatures are wrong
 * (-32003). A node that does not know its blockhash may be behind.
 */
function isOfTransaction(error: unknown): boolean {
  const code = Number(field(error, 'code'));
  return code === -32_003 || (code === -32_002 && field(field(error, 'data'), 'err') !== 'BlockhashNotFound');
}

/**
 * Asks the network's nodes. Rejects with `network/unreachable`, `network/busy`, `network/other-chain`,
 * `network/portal`, `network/malformed`; nothing is asked past the end of the connector.
 */
export function toTransport(network: Network, ended: AbortSignal): RpcTransport {
  const nodes = openNodes(network, dialect, ended);
  return (({ payload, signal }: Parameters<RpcTransport>[0]) =>
    nodes.ask(payload as Call, { signal })) as RpcTransport;
}

/** A text of JSON, which may contain digits, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const longWhole = /^-?\d{16,30}$/;

/** JSON whose whole numbers keep every digit: those of more than 15 become a `bigint`. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  const marked = text.replace(token, (found) => (longWhole.test(found) ? `{"$n":"${found}"}` : found));
  return JSON.parse(marked, (_, value) => (isMarked(value) ? BigInt(value.$n) : value));
}

function isMarked(value: unknown): value is { readonly $n: string } {
  const marked = Object(value).$n;
  return typeof marked === 'string' && longWhole.test(marked);
}
