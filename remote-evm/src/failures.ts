import { type AccountId, codeOf, LinkspanError } from '@linkspan/contract';

/** What was asked of the wallet, for the texts: `network` as people call it. */
export interface Asked {
  readonly wallet: string;
  readonly method: string;
  readonly network?: string;
}

const mostDetail = 300;

/** A wallet's error in Linkspan's codes, by the codes of EIP-1193, EIP-3326, EIP-1474 and JSON-RPC. */
export function toWalletError(error: unknown, { wallet, method, network = '' }: Asked): Error {
  const chain = toChain(error);
  const coded = chain.find((one) => codeOf(one) !== undefined);
  if (coded !== undefined) return coded as Error;
  const cause = { cause: error };
  switch (numberOf(chain)) {
    case 4001:
      return new LinkspanError('wallet/rejected', { wallet }, cause);
    case 4200:
    case -32601:
    case -32004:
      return new LinkspanError('wallet/unsupported', { wallet, method }, cause);
    case 4900:
      return new LinkspanError('wallet/absent', { wallet }, cause);
    case 4901:
      return new LinkspanError('network/unreachable', { network }, cause);
    case 4902:
      return new LinkspanError('wallet/network-unsupported', { wallet, network }, cause);
    case -32002:
      return new LinkspanError('wallet/pending', { wallet }, cause);
    default:
      return new LinkspanError('wallet/failed', { wallet, detail: detailOf(chain) }, cause);
  }
}

/** What the library says of a request to the wallet, by the names of its errors; else as the wallet said it. */
export function toRequestError(error: unknown, asked: Asked & { readonly account: AccountId }): Error {
  const chain = toChain(error);
  const { account, network = '' } = asked;
  if (hasName(chain, ['InsufficientFundsError']))
    return new LinkspanError('network/insufficient-funds', { network }, { cause: error });
  if (hasName(chain, ['ChainMismatchError', 'ConnectorChainMismatchError', 'ConnectorAccountNotFoundError']))
    return new LinkspanError('wallet/account-changed', { account }, { cause: error });
  return toWalletError(error, asked);
}

/** A node's error in Linkspan's codes; `network` as people call it. */
export function toNetworkError(error: unknown, network: string): Error {
  const chain = toChain(error);
  const cause = { cause: error };
  return hasName(chain, ['HttpRequestError', 'TimeoutError', 'AbortError'])
    ? new LinkspanError('network/unreachable', { network }, cause)
    : new LinkspanError('network/refused', { network, detail: detailOf(chain) }, cause);
}

/** The error and its causes, the outermost first. Libraries wrap what a wallet said, sometimes in another code. */
function toChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let next = error; next !== undefined && !chain.includes(next); next = read(next, 'cause'))
    chain.push(next);
  return chain;
}

function numberOf(chain: readonly unknown[]): number | undefined {
  return chain.map((one) => read(one, 'code')).findLast((code): code is number => typeof code === 'number');
}

function hasName(chain: readonly unknown[], names: readonly string[]): boolean {
  return chain.some((one) => names.includes(String(read(one, 'name'))));
}

function detailOf(chain: readonly unknown[]): string {
  const innermost = chain.at(-1);
  return String(read(innermost, 'message') ?? innermost).slice(0, mostDetail);
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
