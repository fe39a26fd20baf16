import { type AccountId, codeOf, hasCode, LinkspanError } from '@linkspan/contract';
import { hasName, originOf } from '@linkspan/kit/causes';
import { type Asked, detailOf, toWalletError } from '@linkspan/kit/failures';

/**
 * The error of a wallet that was asked through the library, as `toWalletError`. Wallets answer 4100 also for a single
 * method or network that they do not allow: what ends a connection is that they show no account.
 */
export function toLibraryError(error: unknown, asked: Asked): Error {
  const origin = originOf(error);
  const known = toWalletError(origin, asked);
  const { wallet, method = '' } = asked;
  if (known === origin || !hasCode(known, 'wallet/revoked')) return known;
  return new LinkspanError('wallet/unsupported', { wallet, method }, { cause: error });
}

/** The error of a wallet that was asked to sign, as `toLibraryError`; the library finds out where it has moved on. */
export function toSignError(cause: unknown, asked: Asked & { readonly account: AccountId }): Error {
  if (hasName(cause, 'ChainMismatchError', 'ConnectorChainMismatchError'))
    return new LinkspanError('wallet/network-changed', { wallet: asked.wallet }, { cause });
  if (!hasName(cause, 'ConnectorAccountNotFoundError')) return toLibraryError(cause, asked);
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
