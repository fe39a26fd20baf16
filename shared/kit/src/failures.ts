import { type Code, type Context, LinkspanError, messageOf } from '@linkspan/contract';
import { findCoded, type Layer, unwrap } from './unwrap.ts';

/** What was asked of the wallet, for the texts: `network` as people call it. */
export interface Asked {
  readonly wallet: string;
  readonly method?: string;
  readonly network?: string;
  /** Before there is a connection: whether the person asks for one, or the page for the one of before a reload. */
  readonly before?: 'attempt' | 'restore' | undefined;
}

/** EIP-1193, EIP-3326, EIP-1474, EIP-5792, CAIP-25 and JSON-RPC: the wallets of all families use these. */
const known: Readonly<Record<number, Code>> = {
  4001: 'wallet/rejected',
  4100: 'wallet/revoked',
  4200: 'wallet/unsupported',
  4900: 'wallet/gone',
  4901: 'network/unreachable',
  4902: 'wallet/network-unsupported',
  5000: 'wallet/rejected',
  5001: 'wallet/rejected',
  5002: 'wallet/rejected',
  5003: 'wallet/rejected',
  5100: 'wallet/network-unsupported',
  5101: 'wallet/unsupported',
  5700: 'wallet/unsupported',
  5710: 'wallet/network-unsupported',
  5750: 'wallet/rejected',
  5760: 'wallet/unsupported',
  6000: 'wallet/revoked',
  [-32002]: 'wallet/pending',
  [-32004]: 'wallet/unsupported',
  [-32601]: 'wallet/unsupported',
};

/** What other numbers mean while there is no connection that could have ended. */
const before: Readonly<Record<NonNullable<Asked['before']>, Readonly<Record<number, Code>>>> = {
  attempt: {
    4100: 'wallet/unauthorized',
    6000: 'wallet/unauthorized',
    4900: 'wallet/disconnected',
    4901: 'wallet/disconnected',
  },
  restore: { 4900: 'wallet/disconnected', 4901: 'wallet/disconnected' },
};

/** What these say leaves no doubt; of all others, the words tell more exactly what is meant. */
const certain: readonly number[] = [4200, 4902, -32601];

/** The words of a rejection by the person. */
const rejects =
  /\buser\b(?! ?op).{0,20}\b(reject|cancel|den(y|ied)|declin|refus|disapprov|abort)|(reject|cancell?|deni|declin|refus|abort|dismiss)ed by (the )?user|^approval denied|^action (reject|den)/im;

/** What some wallets say with the number of a rejection although no person has rejected: it may have been approved. */
const unanswered = /\btimed?[ -]?out\b|\bdisconnect|\bexpired\b|connection (was )?(lost|reset)/i;

/**
 * Many wallets have no codes, or one for several things (4001 for a refusal, for a closed window and for what they do not
 * support): what they say then, the first that fits. A word may be guessed wrong, so that what it becomes chooses words
 * on a card, and whether a send may have left.
 */
const spoken: readonly (readonly [RegExp, Code])[] = [
  [/\bclosed\b/i, 'wallet/closed'],
  [rejects, 'wallet/rejected'],
  [
    /insufficient (funds|balance|lamports|sol|eth|near)\b|exceeds .{0,30}balance|not enough (funds|balance|sol|eth|near)\b|no record of a prior credit|(not ?enough|lack) ?balance/i,
    'network/insufficient-funds',
  ],
  [/\b(is|wallet|keyring) locked|\blocked device|\bunlock/i, 'wallet/locked'],
  [/already (pending|open|processing)/i, 'wallet/pending'],
  [/context invalidated|disconnected port/i, 'wallet/gone'],
  [
    /(unrecognized|unsupported|unknown) (chain|network)|(chain|network)\b.{0,30} not (supported|added|recognized|configured)/i,
    'wallet/network-unsupported',
  ],
  [
    /not supported|unsupported|not implemented|(unknown|no such) method|method.{0,60} (not found|not exist|not available)/i,
    'wallet/unsupported',
  ],
];

/** What a code reports beside the wallet. */
const alsoTold: { readonly [C in Code]?: readonly (keyof Asked | 'detail')[] } = {
  'wallet/failed': ['wallet', 'detail'],
  'wallet/unsupported': ['wallet', 'method'],
  'wallet/network-unsupported': ['wallet', 'network'],
  'network/unreachable': ['network'],
  'network/insufficient-funds': ['network'],
};

const saysNothing = /^\W*(an? )?(internal|unknown|unexpected|unspecified)\b|^\W*$|^(0x)?[\da-f]+$/i;

const mostDetail = 300;

/**
 * A wallet's error in Linkspan's codes, with the wallet's own as the cause, however the wallet or a library has wrapped it.
 * What has a code of Linkspan's already keeps it; what says nothing but a text becomes `wallet/failed`. Cannot throw.
 */
export function toWalletError(cause: unknown, asked: Asked): Error {
  const layers = unwrap(cause);
  const coded = findCoded(layers);
  if (coded !== undefined) return withNetwork(coded, asked);
  const said = layers.toReversed();
  const code = said.flatMap((layer) => toCode(layer, asked) ?? [])[0] ?? 'wallet/failed';
  const values = { ...asked, detail: toDetail(said) };
  const names = alsoTold[code] ?? ['wallet'];
  const context = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  return new LinkspanError(code, context as Context, { cause });
}

/** What an error says, cut to 300 characters. */
export function detailOf(error: unknown): string {
  return messageOf(error).slice(0, mostDetail);
}

/** What one of the errors means by itself: its words, unless its number leaves no doubt. */
function toCode({ code = 0, texts, names }: Layer, asked: Asked): Code | undefined {
  const number = (asked.before && before[asked.before][code]) ?? known[code];
  if (number && certain.includes(code)) return number;
  const words = [...texts, names].join('\n');
  const told = spoken.find(([pattern]) => pattern.test(words))?.[1] ?? number;
  const isNumberAlone = told === 'wallet/rejected' && !rejects.test(words);
  return isNumberAlone && unanswered.test(words) ? 'wallet/failed' : told;
}

/** The innermost text that says more than that there was an error, else whatever is said at all. */
function toDetail(innermostFirst: readonly Layer[]): string {
  const texts = innermostFirst.flatMap((layer) => layer.texts);
  return (texts.find((text) => !saysNothing.test(text)) ?? texts[0] ?? '').slice(0, mostDetail);
}

/** Where it was thrown, nobody knew what people call the network. */
function withNetwork(coded: LinkspanError, { network }: Asked): Error {
  const context: Readonly<Record<string, string>> = coded.context;
  if (network === undefined || context.network !== '') return coded;
  return new LinkspanError(coded.code, { ...context, network } as Context, { cause: coded });
}
