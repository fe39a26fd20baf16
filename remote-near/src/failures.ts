import { type Code, type Context, codeOf, LinkspanError } from '@linkspan/contract';

const mostDetail = 300;

/** What was asked when a wallet failed; `network` as people call it, or its id. */
export interface Asked {
  readonly wallet: string;
  readonly method: string;
  readonly network: string;
}

type Known = readonly [code: Code, alsoTells?: keyof Asked];

/** EIP-1193, EIP-3326, EIP-1474 and JSON-RPC: those of NEAR's wallets that have codes have taken these. */
const known: Readonly<Record<number, Known>> = {
  4001: ['wallet/rejected'],
  4100: ['wallet/revoked'],
  4200: ['wallet/unsupported', 'method'],
  4900: ['wallet/absent'],
  4902: ['wallet/network-unsupported', 'network'],
  [-32002]: ['wallet/pending'],
  [-32601]: ['wallet/unsupported', 'method'],
};

/** What a wallet threw, in Linkspan's codes, with the wallet's own error as the cause. */
export function toWalletError(cause: unknown, asked: Asked): Error {
  if (codeOf(cause) !== undefined) return cause as Error;
  const { wallet } = asked;
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  const detail = String(message ?? cause).slice(0, mostDetail);
  const [found, tells] = known[code as number] ?? [isRefusal(detail) ? 'wallet/rejected' : undefined];
  if (found === undefined) return new LinkspanError('wallet/failed', { wallet, detail }, { cause });
  return new LinkspanError(found, { wallet, ...(tells && { [tells]: asked[tells] }) } as Context, { cause });
}

/** What a wallet threw at a send: also the failures of the chain that it passes on. */
export function toSendError(cause: unknown, asked: Asked): Error {
  const { network } = asked;
  const origin = cause instanceof LinkspanError ? cause.cause : cause;
  if (names(origin, lackOfFunds))
    return new LinkspanError('network/insufficient-funds', { network }, { cause });
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

/** The injected protocol has no codes for errors: many of its wallets say a refusal only in these words. */
function isRefusal(detail: string): boolean {
  return /^(the )?user (has )?(rejected|cancell?ed|denied|closed)\b/i.test(detail);
}
