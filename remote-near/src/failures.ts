import { LinkspanError } from '@linkspan/contract';
import { type Asked, detailOf, toFailedError, toKnownError } from '@linkspan/kit/failures';

/** A wallet's error in Linkspan's codes. */
export function toWalletError(error: unknown, asked: Asked): Error {
  const known = toKnownError(error, asked);
  if (known !== undefined || !isRefusal(error)) return known ?? toFailedError(error, asked);
  return new LinkspanError('wallet/rejected', { wallet: asked.wallet }, { cause: error });
}

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

/** The injected protocol has no codes for errors: many of its wallets say a refusal only in these words. */
function isRefusal(error: unknown): boolean {
  return /^(the )?user (has )?(rejected|cancell?ed|denied|closed)\b/i.test(detailOf(error));
}
