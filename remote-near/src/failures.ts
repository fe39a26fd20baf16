import { codeOf, LinkspanError } from '@linkspan/contract';

const mostDetail = 300;

/** What was asked when a wallet failed; `network` as people call it, or its id. */
export interface Asked {
  readonly wallet: string;
  readonly method: string;
  readonly network: string;
}

/** What a wallet threw, in Linkspan's codes, with the wallet's own error as the cause. */
export function toWalletError(cause: unknown, asked: Asked): Error {
  if (codeOf(cause) !== undefined && cause instanceof Error) return cause;
  const { wallet, method, network } = asked;
  const { code, detail } = read(cause);
  switch (code) {
    case 4001:
      return new LinkspanError('wallet/rejected', { wallet }, { cause });
    case -32002:
      return new LinkspanError('wallet/pending', { wallet }, { cause });
    case 4100:
      return new LinkspanError('wallet/revoked', { wallet }, { cause });
    case 4200:
    case -32601:
      return new LinkspanError('wallet/unsupported', { wallet, method }, { cause });
    case 4900:
      return new LinkspanError('wallet/absent', { wallet }, { cause });
    case 4902:
      return new LinkspanError('wallet/network-unsupported', { wallet, network }, { cause });
    default:
      return isRefusal(detail)
        ? new LinkspanError('wallet/rejected', { wallet }, { cause })
        : new LinkspanError('wallet/failed', { wallet, detail }, { cause });
  }
}

/** What a wallet threw at a send: also the failures of the chain that it passes on. */
export function toSendError(cause: unknown, asked: Asked): Error {
  const { network } = asked;
  const origin = cause instanceof LinkspanError ? cause.cause : cause;
  if (names(origin, lackOfFunds)) return new LinkspanError('network/insufficient-funds', { network }, { cause });
  if (names(origin, ['ActionError'])) return new LinkspanError('network/reverted', { network }, { cause });
  return toWalletError(cause, asked);
}

const lackOfFunds = ['NotEnoughBalance', 'LackBalanceForState', 'NotEnoughAllowance'];

/** Whether NEAR's error of one of these names is anywhere in what was thrown: as a key, a name or a type. */
function names(value: unknown, wanted: readonly string[], depth = 6): boolean {
  if (typeof value === 'string') return wanted.includes(value);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const own = value instanceof Error ? { ...value, cause: value.cause } : value;
  return Object.entries(own).some(([key, entry]) => wanted.includes(key) || names(entry, wanted, depth - 1));
}

function read(cause: unknown): { code: unknown; detail: string } {
  if (typeof cause !== 'object' || cause === null) return { code: undefined, detail: String(cause) };
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return { code, detail: typeof message === 'string' ? message.slice(0, mostDetail) : '' };
}

/** The injected protocol has no codes for errors: many of its wallets say a refusal only in these words. */
function isRefusal(detail: string): boolean {
  return /^(the )?user (has )?(rejected|cancell?ed|denied|closed)\b/i.test(detail);
}
