import { type Code, type Context, codeOf, LinkspanError } from '@linkspan/contract';
import { field } from './field.ts';

/** What was asked of the wallet, for the texts: `network` as people call it. */
export interface Asked {
  readonly wallet: string;
  readonly method?: string;
  readonly network?: string;
}

/** EIP-1193, EIP-3326, EIP-1474 and JSON-RPC: the wallets of all families use these. */
const known: Readonly<Record<number, Code>> = {
  4001: 'wallet/rejected',
  4100: 'wallet/revoked',
  4200: 'wallet/unsupported',
  4900: 'wallet/gone',
  4901: 'network/unreachable',
  4902: 'wallet/network-unsupported',
  [-32002]: 'wallet/pending',
  [-32004]: 'wallet/unsupported',
  [-32601]: 'wallet/unsupported',
};

/**
 * Many wallets have no codes, or one for several things (4001 for a refusal and for a closed window): what they say
 * then, the first that fits. A word may be guessed wrong, so that what it becomes chooses words on a card, no more.
 */
const spoken: readonly (readonly [RegExp, Code])[] = [
  [/\bclosed\b/i, 'wallet/closed'],
  [
    /\buser\b.{0,20}\b(reject|cancel|den(y|ied)|declin)|ed by (the )?user|^approval denied/i,
    'wallet/rejected',
  ],
  [/\b(is|wallet|keyring) locked|\bunlock/i, 'wallet/locked'],
  [/already (pending|open|processing)/i, 'wallet/pending'],
  [/context invalidated|disconnected port/i, 'wallet/gone'],
  [/not supported|unsupported/i, 'wallet/unsupported'],
];

/** What a code tells beside the wallet. */
const alsoTold: { readonly [C in Code]?: keyof Asked | 'detail' } = {
  'wallet/failed': 'detail',
  'wallet/unsupported': 'method',
  'wallet/network-unsupported': 'network',
  'network/unreachable': 'network',
};

const mostDetail = 300;

/**
 * A wallet's error in Linkspan's codes, with the wallet's own as the cause. What has a code of Linkspan's already
 * keeps it; what says nothing but a text becomes `wallet/failed`.
 */
export function toWalletError(cause: unknown, asked: Asked): Error {
  if (codeOf(cause) !== undefined) return cause as Error;
  const told = { ...asked, detail: detailOf(cause) };
  const code = toCode(Number(field(cause, 'code')), told.detail);
  const tells = alsoTold[code];
  const context = { wallet: asked.wallet, ...(tells && { [tells]: told[tells] ?? '' }) };
  return new LinkspanError(code, context as Context, { cause });
}

function toCode(number: number, detail: string): Code {
  const bySpeech = spoken.find(([pattern]) => pattern.test(detail))?.[1];
  // Of a refusal, the words tell how it was made.
  if (number === 4001 && bySpeech === 'wallet/closed') return bySpeech;
  return known[number] ?? bySpeech ?? 'wallet/failed';
}

/** What an error says, cut to 300 characters. */
export function detailOf(error: unknown): string {
  const said = field(error, 'message') ?? error;
  return typeof said === 'string' ? said.slice(0, mostDetail) : '';
}
