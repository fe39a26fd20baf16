import { type Code, type Context, codeOf, LinkspanError } from '@linkspan/contract';
import { field } from './field.ts';

/** What was asked of the wallet, for the texts: `network` as people call it. */
export interface Asked {
  readonly wallet: string;
  readonly method?: string;
  readonly network?: string;
}

type Known = readonly [code: Code, alsoTells?: 'method' | 'network' | 'detail'];

/** EIP-1193, EIP-3326, EIP-1474 and JSON-RPC: the wallets of all families use these. */
const known: Readonly<Record<number, Known>> = {
  4001: ['wallet/rejected'],
  4100: ['wallet/revoked'],
  4200: ['wallet/unsupported', 'method'],
  4900: ['wallet/absent'],
  4901: ['network/unreachable', 'network'],
  4902: ['wallet/network-unsupported', 'network'],
  [-32002]: ['wallet/pending'],
  [-32004]: ['wallet/unsupported', 'method'],
  [-32601]: ['wallet/unsupported', 'method'],
};

/** Many wallets have no codes: they say a refusal only in these words. */
const refusal = /^(the )?user (has )?(rejected|cancell?ed|denied|closed)\b/i;

const mostDetail = 300;

/**
 * A wallet's error in Linkspan's codes, with the wallet's own as the cause. What has a code of Linkspan's already
 * keeps it; what says nothing but a text becomes `wallet/failed`.
 */
export function toWalletError(cause: unknown, asked: Asked): Error {
  if (codeOf(cause) !== undefined) return cause as Error;
  const told = { ...asked, detail: detailOf(cause) };
  const unknown: Known = refusal.test(told.detail) ? ['wallet/rejected'] : ['wallet/failed', 'detail'];
  const [code, tells] = known[Number(field(cause, 'code'))] ?? unknown;
  const context = { wallet: asked.wallet, ...(tells && { [tells]: told[tells] ?? '' }) };
  return new LinkspanError(code, context as Context, { cause });
}

/** What an error says, cut to 300 characters. */
export function detailOf(error: unknown): string {
  const said = field(error, 'message') ?? error;
  return typeof said === 'string' ? said.slice(0, mostDetail) : '';
}
