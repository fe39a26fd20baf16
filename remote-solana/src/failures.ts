import { codeOf, field, hasCode, LinkspanError } from '@linkspan/contract';
import { detailOf, type RequestContext, toWalletError } from '@linkspan/kit/failures';
import { hasName, type Layer, unwrap } from '@linkspan/kit/unwrap';

/** A cluster's word on a transaction that it does not carry out, as its RPC writes it. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The error of a wallet that was asked through the library, as `toWalletError`. */
export function toLibraryError(cause: unknown, context: RequestContext): Error {
  if (!hasName(cause, 'WalletNotConnectedError')) return toWalletError(cause, context);
  return new LinkspanError('wallet/not-connected', {}, { cause });
}

/**
 * The error of a wallet that was asked to send, as `toLibraryError`; the answer of a node that it passes on keeps its
 * own meaning, though a node says -32002 too.
 */
export function toSendError(cause: unknown, context: RequestContext & { readonly network: string }): Error {
  const layers = unwrap(cause);
  const { network } = context;
  const refused = layers.map(({ value }) => transactionErrorOf(value)).find((one) => one !== undefined);
  if (refused !== undefined) return toTransactionFailure(refused, { network, cause });
  const known = toLibraryError(cause, context);
  const simulated = layers.flatMap(({ texts }) => texts).find((text) => /simulation failed/i.test(text));
  if (simulated === undefined || !hasCode(known, 'wallet/pending')) return known;
  return new LinkspanError('network/refused', { network, detail: detailOf(simulated) }, { cause });
}

/** A node's error in Linkspan's codes; `network` as people call it. */
export function toNetworkError(cause: unknown, network: string): Error {
  if (codeOf(cause) !== undefined) return cause as Error;
  const said = unwrap(cause)
    .map(nodeAnswerOf)
    .find((one) => one !== undefined);
  return said === undefined
    ? new LinkspanError('network/unreachable', { network }, { cause })
    : new LinkspanError('network/refused', { network, detail: said }, { cause });
}

/** The error that a node answers a transaction with, unparsed, in Linkspan's codes. */
export function toSubmitError(cause: unknown, network: string): Error {
  const error = transactionErrorOf(cause);
  if (error !== undefined) return toTransactionFailure(error, { network, cause });
  return new LinkspanError(
    'network/refused',
    { network, detail: detailOf(field(cause, 'message')) },
    { cause },
  );
}

/** Why a transaction would fail that a cluster has only simulated. */
export function toSimulationFailure(error: TransactionError, network: string): Error {
  const failure = toTransactionFailure(error, { network });
  return hasCode(failure, 'network/refused')
    ? new LinkspanError('network/would-fail', { network }, { cause: error })
    : failure;
}

/** Why a cluster does not carry out a transaction. */
function toTransactionFailure(
  error: TransactionError,
  { network, cause }: { readonly network: string; readonly cause?: unknown },
): Error {
  if (lacksFunds(error)) return new LinkspanError('network/insufficient-funds', { network }, { cause });
  if (error === 'BlockhashNotFound') return new LinkspanError('network/expired', { network }, { cause });
  const detail = detailOf(typeof error === 'string' ? error : toJson(error));
  return new LinkspanError('network/refused', { network, detail }, { cause });
}

/**
 * The sender, whose account is the first, cannot pay: it does not exist, lacks the fee, (custom error 1 of the system
 * program) the amount, or the rent minimum for what is left, such as after a wallet's priority fee.
 */
function lacksFunds(error: TransactionError): boolean {
  if (typeof error === 'string') return ['AccountNotFound', 'InsufficientFundsForFee'].includes(error);
  if (String(field(error.InsufficientFundsForRent, 'account_index')) === '0') return true;
  const inner = field(error.InstructionError, '1');
  return inner === 'InsufficientFunds' || String(field(inner, 'Custom')) === '1';
}

/** JSON-RPC error -32002 of a node has the result of its simulation in `data.err`. */
function transactionErrorOf(error: unknown): TransactionError | undefined {
  const found = field(field(error, 'data'), 'err');
  return typeof found === 'string' || (typeof found === 'object' && found !== null)
    ? (found as TransactionError)
    : undefined;
}

/** A node's own error, if there is one: kit has the code of JSON-RPC and the status of HTTP in `context`. */
function nodeAnswerOf({ value: error }: Layer): string | undefined {
  const context = field(error, 'context');
  const status = field(context, 'statusCode');
  if (typeof status === 'number') return status < 500 ? `HTTP ${status}` : undefined;
  const code = field(context, '__code');
  if (typeof code !== 'number' || code > -32_000 || code < -32_768) return undefined;
  return detailOf(field(context, '__serverMessage') ?? field(error, 'message'));
}

function toJson(error: object): string {
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}
