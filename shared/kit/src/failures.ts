import { type Code, type Context, codeOf, LinkspanError } from '@linkspan/contract';
import { field } from './field.ts';

/** What was asked of the wallet, for the texts: `network` as people call it. */
export interface Asked {
  readonly wallet: string;
  readonly method?: string;
  readonly network?: string;
}

const mostDetail = 300;

const known: Readonly<Record<number, readonly [code: Code, alsoTells?: 'method' | 'network']>> = {
  4001: ['wallet/rejected'],
  4100: ['wallet/revoked'],
  4200: ['wallet/unsupported', 'method'],
  4900: ['wallet/absent'],
  4902: ['wallet/network-unsupported', 'network'],
  [-32002]: ['wallet/pending'],
  [-32004]: ['wallet/unsupported', 'method'],
  [-32601]: ['wallet/unsupported', 'method'],
};

/**
 * A wallet's error in Linkspan's codes, by the codes of EIP-1193, EIP-3326, EIP-1474 and JSON-RPC, which the wallets
 * of all families use; undefined where it carries none of them. What has a code of Linkspan's already keeps it.
 */
export function toKnownError(cause: unknown, asked: Asked): Error | undefined {
  if (codeOf(cause) !== undefined) return cause as Error;
  const [code, tells] = known[Number(field(cause, 'code'))] ?? [];
  if (code === undefined) return undefined;
  const context = { wallet: asked.wallet, ...(tells && { [tells]: asked[tells] ?? '' }) };
  return new LinkspanError(code, context as Context, { cause });
}

/** An error that says nothing but its text: `wallet/failed`. */
export function toFailedError(cause: unknown, { wallet }: Asked): Error {
  return new LinkspanError('wallet/failed', { wallet, detail: detailOf(cause) }, { cause });
}

/** What an error says, cut to 300 characters. */
export function detailOf(error: unknown): string {
  const said = field(error, 'message') ?? error;
  return typeof said === 'string' ? said.slice(0, mostDetail) : '';
}
