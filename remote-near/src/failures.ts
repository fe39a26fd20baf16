import { LinkspanError } from '@linkspan/contract';
import { type Asked, toWalletError } from '@linkspan/kit/failures';

/** The error of a wallet that was asked to send, as `toWalletError`; also what the chain says that it passes on. */
export function toSendError(cause: unknown, asked: Asked & { readonly network: string }): Error {
  const { network } = asked;
  if (hasName(cause, ['NotEnoughBalance', 'LackBalanceForState', 'NotEnoughAllowance']))
    return new LinkspanError('network/insufficient-funds', { network }, { cause });
  if (hasName(cause, ['ActionError'])) return new LinkspanError('network/reverted', { network }, { cause });
  return toWalletError(cause, asked);
}

/** Whether NEAR's error of one of these names is anywhere in what was thrown: as a key, a name or a type. */
function hasName(value: unknown, names: readonly string[], depth = 7): boolean {
  if (typeof value === 'string') return names.includes(value);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const own = value instanceof Error ? { ...value, cause: value.cause } : value;
  return Object.entries(own).some(([key, entry]) => names.includes(key) || hasName(entry, names, depth - 1));
}
