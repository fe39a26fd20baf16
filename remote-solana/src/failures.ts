import { codeOf, LinkspanError } from '@linkspan/contract';

/** What was asked of the wallet, for the texts. */
export interface Asked {
  readonly wallet: string;
  readonly method?: string;
}

/** A cluster's word on a transaction that it does not carry out, as its RPC writes it. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

const mostDetail = 300;

/** A wallet's error in Linkspan's codes, by the codes of EIP-1193 and JSON-RPC, which Solana's wallets use too. */
export function toWalletError(error: unknown, { wallet, method = '' }: Asked): Error {
  const chain = toChain(error);
  const coded = chain.find((one) => codeOf(one) !== undefined);
  if (coded !== undefined) return coded as Error;
  const cause = { cause: error };
  if (chain.some((one) => read(one, 'name') === 'WalletNotConnectedError'))
    return new LinkspanError('wallet/not-connected', {}, cause);
  switch (chain.map((one) => read(one, 'code')).findLast((code) => typeof code === 'number')) {
    case 4001:
      return new LinkspanError('wallet/rejected', { wallet }, cause);
    case 4200:
    case -32601:
      return new LinkspanError('wallet/unsupported', { wallet, method }, cause);
    case 4900:
      return new LinkspanError('wallet/absent', { wallet }, cause);
    case -32002:
      return new LinkspanError('wallet/pending', { wallet }, cause);
    default:
      return new LinkspanError('wallet/failed', { wallet, detail: detailOf(chain.at(-1)) }, cause);
  }
}

/**
 * The error of a wallet that was asked to send, as `toWalletError`; the answer of a node that it passes on keeps its
 * own meaning, though a node says -32002 too. `network` as people call it.
 */
export function toSendError(error: unknown, asked: Asked & { readonly network: string }): Error {
  const refused = toChain(error)
    .map(transactionErrorOf)
    .find((one) => one !== undefined);
  if (refused === undefined) return toWalletError(error, asked);
  return toTransactionFailure(refused, { network: asked.network, cause: error });
}

/** A node's error in Linkspan's codes; `network` as people call it. */
export function toNetworkError(error: unknown, network: string): Error {
  if (codeOf(error) !== undefined) return error as Error;
  const said = toChain(error)
    .map(nodeAnswerOf)
    .find((one) => one !== undefined);
  return said === undefined
    ? new LinkspanError('network/unreachable', { network }, { cause: error })
    : new LinkspanError('network/refused', { network, detail: said }, { cause: error });
}

/** Why a cluster does not carry out a transaction. */
export function toTransactionFailure(
  error: TransactionError,
  { network, cause }: { readonly network: string; readonly cause?: unknown },
): Error {
  if (lacksFunds(error)) return new LinkspanError('network/insufficient-funds', { network }, { cause });
  if (error === 'BlockhashNotFound') return new LinkspanError('network/expired', { network }, { cause });
  const detail =
    typeof error === 'string'
      ? error
      : JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
  return new LinkspanError('network/refused', { network, detail: detail.slice(0, mostDetail) }, { cause });
}

/** The sender cannot pay: it does not exist, lacks the fee, or (custom error 1 of the system program) the amount. */
function lacksFunds(error: TransactionError): boolean {
  if (typeof error === 'string') return ['AccountNotFound', 'InsufficientFundsForFee'].includes(error);
  const [, inner] = Array.isArray(error.InstructionError) ? error.InstructionError : [];
  return inner === 'InsufficientFunds' || String(read(inner, 'Custom')) === '1';
}

/** JSON-RPC error -32002 of a node carries what its simulation found in `data.err`. */
function transactionErrorOf(error: unknown): TransactionError | undefined {
  const found = read(read(error, 'data'), 'err');
  return typeof found === 'string' || (typeof found === 'object' && found !== null)
    ? (found as TransactionError)
    : undefined;
}

/** What a node said, where one has answered: kit keeps the code of JSON-RPC and the status of HTTP in `context`. */
function nodeAnswerOf(error: unknown): string | undefined {
  const context = read(error, 'context');
  const status = read(context, 'statusCode');
  if (typeof status === 'number') return status < 500 ? `HTTP ${status}` : undefined;
  const code = read(context, '__code');
  if (typeof code !== 'number' || code > -32_000 || code < -32_768) return undefined;
  return detailOf({ message: read(context, '__serverMessage') ?? read(error, 'message') });
}

/** The error and what it wraps, the outermost first; wallet-adapter keeps what it wraps in `error`. */
function toChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let next: unknown = error;
  while (next !== undefined && next !== null && !chain.includes(next)) {
    chain.push(next);
    next = read(next, 'cause') ?? read(next, 'error');
  }
  return chain;
}

function detailOf(innermost: unknown): string {
  const said = read(innermost, 'message') ?? innermost;
  return (typeof said === 'string' ? said : '').slice(0, mostDetail);
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
