import { type AccountId, codeOf, LinkspanError } from '@linkspan/contract';
import { hasName, originOf } from '@linkspan/kit/causes';
import { type Asked, detailOf, toWalletError } from '@linkspan/kit/failures';

/** The error of a wallet that was asked through the library, as `toWalletError`. */
export function toLibraryError(error: unknown, asked: Asked): Error {
  return toWalletError(originOf(error), asked);
}

/** The error of a wallet that was asked to sign, as `toLibraryError`; the library finds out where it has moved on. */
export function toSignError(cause: unknown, asked: Asked & { readonly account: AccountId }): Error {
  if (!hasName(cause, 'ChainMismatchError', 'ConnectorChainMismatchError', 'ConnectorAccountNotFoundError'))
    return toLibraryError(cause, asked);
  return new LinkspanError('wallet/account-changed', { account: asked.account }, { cause });
}

/** The error of a wallet that was asked to send, as `toSignError`; also what a node says that it passes on. */
export function toSendError(
  cause: unknown,
  asked: Asked & { readonly account: AccountId; readonly network: string },
): Error {
  if (!hasName(cause, 'InsufficientFundsError')) return toSignError(cause, asked);
  return new LinkspanError('network/insufficient-funds', { network: asked.network }, { cause });
}

/** A node's error in Linkspan's codes; `network` as people call it. */
export function toNetworkError(cause: unknown, network: string): Error {
  const origin = originOf(cause);
  if (codeOf(origin) !== undefined) return origin as Error;
  if (hasName(cause, 'AbortError')) return new LinkspanError('network/unreachable', { network }, { cause });
  return new LinkspanError('network/refused', { network, detail: detailOf(origin) }, { cause });
}
