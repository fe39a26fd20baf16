import { field, LinkspanError } from '@linkspan/contract';
import { type RequestContext, toWalletError } from '@linkspan/kit/failures';
import { unwrap } from '@linkspan/kit/unwrap';

/** The fields of a transaction's error: its kind is a text, or the one key of an object. */
const places = ['Failure', 'TxExecutionError', 'InvalidTxError', 'ActionError', 'kind'];

/** The error of a wallet that was asked to send, as `toWalletError`; or the chain's error behind it. */
export function toSendError(cause: unknown, context: RequestContext & { readonly network: string }): Error {
  const { network } = context;
  const layers = unwrap(cause, places);
  const isNamed = (...names: readonly string[]) => layers.some(({ value }) => isOf(value, names));
  // A transaction that failed was sent. NEAR's own library names the kind of an `ActionError` beside the outcome.
  if (isNamed('ActionError', 'transaction_outcome'))
    return new LinkspanError('network/reverted', { network }, { cause });
  if (isNamed('NotEnoughBalance', 'LackBalanceForState', 'NotEnoughAllowance'))
    return new LinkspanError('network/insufficient-funds', { network }, { cause });
  return toWalletError(cause, context);
}

/** Whether the node answered with one of these errors of NEAR, such as `UNKNOWN_ACCOUNT`. */
export function isRefusal(error: unknown, ...names: readonly string[]): boolean {
  const name = field(field(field(error, 'cause'), 'cause'), 'name');
  return names.some((one) => one === name);
}

function isOf(value: unknown, names: readonly string[]): boolean {
  const labels = [value, field(value, 'name'), field(value, 'type')];
  return names.some((name) => labels.includes(name) || field(value, name) !== undefined);
}
