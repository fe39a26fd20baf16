import { type AccountId, codeOf, hasCode, LinkspanError } from '@linkspan/contract';
import { detailOf, type RequestContext, toWalletError } from '@linkspan/kit/failures';
import { findCoded, hasName, unwrap } from '@linkspan/kit/unwrap';

/** The numbers of EIP-1193 and EIP-3326 that the library checks. */
const numbers: Readonly<Record<string, number>> = {
  'wallet/rejected': 4001,
  'wallet/revoked': 4100,
  'wallet/network-unsupported': 4902,
};

/**
 * The result of `toWalletError` in the form that the library expects: with the number that the library checks,
 * and the error itself as the cause. `toLibraryError` decides the meaning of 4100, which depends on the request.
 */
export function toProviderError(known: Error): Error {
  const code = numbers[codeOf(known) ?? ''];
  const cause = hasCode(known, 'wallet/revoked') ? undefined : known;
  return Object.assign(new Error(known.message, { cause }), code !== undefined && { code });
}

/**
 * The error of a wallet that was asked through the library, as `toWalletError`. Wallets answer 4100 also for a single
 * method or network that they do not allow: a connection ends only if the wallet shows no account.
 */
export function toLibraryError(error: unknown, context: RequestContext): Error {
  const known = toWalletError(error, context);
  const { wallet, method = '' } = context;
  // One that the adapter has given has a cause of its own.
  if (known.cause !== error || !hasCode(known, 'wallet/revoked')) return known;
  return new LinkspanError('wallet/unsupported', { wallet, method }, { cause: error });
}

/**
 * The error of a wallet that was asked to sign or to send, as `toLibraryError`; the library notices a change of account or
 * network.
 */
export function toSignError(
  cause: unknown,
  context: RequestContext & { readonly account: AccountId },
): Error {
  if (hasName(cause, 'ChainMismatchError', 'ConnectorChainMismatchError'))
    return new LinkspanError('wallet/network-changed', { wallet: context.wallet }, { cause });
  if (!hasName(cause, 'ConnectorAccountNotFoundError')) return toLibraryError(cause, context);
  return new LinkspanError('wallet/account-changed', { account: context.account }, { cause });
}

/** A node's error in Linkspan's codes; `network` as people call it. */
export function toNetworkError(cause: unknown, network: string): Error {
  const layers = unwrap(cause);
  const coded = findCoded(layers);
  if (coded !== undefined) return coded;
  if (hasName(cause, 'AbortError')) return new LinkspanError('network/unreachable', { network }, { cause });
  const said = layers.findLast(({ texts }) => texts.length > 0);
  return new LinkspanError('network/refused', { network, detail: detailOf(said?.value) }, { cause });
}
