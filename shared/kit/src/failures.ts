import { type Code, type Context, LinkspanError, messageOf } from '@linkspan/contract';
import { findCoded, type Layer, unwrap } from './unwrap.ts';

/** The request to the wallet, for the texts: `network` as people call it. */
export interface RequestContext {
  readonly wallet: string;
  readonly method?: string;
  readonly network?: string;
  /** Before there is a connection: an attempt of the person, or a silent restore after a reload. */
  readonly before?: 'attempt' | 'restore' | undefined;
}

type Before = NonNullable<RequestContext['before']>;

/** A sign in an error, its code, and its codes before there is a connection. */
type Meaning = readonly [RegExp | readonly number[], Code, Partial<Record<Before, Code>>?];

/** A silent read has no prompt to reject. */
const whenSilent = { restore: 'wallet/refuses' } as const;

const unauthorized = { attempt: 'wallet/unauthorized' } as const;
const disconnected = { attempt: 'wallet/disconnected', restore: 'wallet/disconnected' } as const;

/** Texts with the number of a rejection although no person has rejected: it may have been approved. */
const unanswered = /\btimed?[ -]?out\b|\bdisconnect|\bexpired\b|connection (was )?(lost|reset)/i;

/**
 * The codes of errors: the first row that fits counts. Many wallets have no codes, or one for several things (4001 for a refusal,
 * for a closed window and for unsupported methods), so words count for more than most numbers. The numbers are
 * those of EIP-1193, EIP-3326, EIP-1474, EIP-5792, CAIP-25 and JSON-RPC, which the wallets of all families use.
 */
const meanings: readonly Meaning[] = [
  [[4200, -32601], 'wallet/unsupported'],
  [[4902, 5100, 5710], 'wallet/network-unsupported'],
  [
    /not (yet )?(been )?authori[sz]ed by (the )?user|\buser has not authori[sz]ed/i,
    'wallet/revoked',
    unauthorized,
  ],
  [
    /\b(account|method|origin|site|dapp|page)\b.{0,30} (not (been )?|un)authori[sz]ed/i,
    'wallet/revoked',
    unauthorized,
  ],
  [/\bunauthorized (provider|account|method|origin)\b/i, 'wallet/revoked', unauthorized],
  [
    /\buser( has| had)? (closed|dismissed)\b|\b(closed|dismissed) by (the )?user\b/i,
    'wallet/closed',
    whenSilent,
  ],
  [/\bclosed the (window|pop-?up|modal|tab|wallet|dialog|prompt)\b/i, 'wallet/closed', whenSilent],
  [
    /\b(window|pop-?up|modal|tab|plugin|wallet|dialog|prompt)( was| is| has been| got)? closed\b|^closed\.?$/im,
    'wallet/closed',
    whenSilent,
  ],
  [/connection request reset/i, 'wallet/closed', whenSilent],
  // Browsers say `The user aborted a request` of any fetch, and guess what may have happened to a passkey.
  [
    /(?<!possibly because the )\buser( has| had| \w+ly)? (reject|cancel|den(y|ied)|declin|refus|disapprov|abort(?!ed a request))/i,
    'wallet/rejected',
    whenSilent,
  ],
  [
    /\buser (did not|didn['’]t|does not) (approve|accept|confirm|authori[sz]e)/i,
    'wallet/rejected',
    whenSilent,
  ],
  [
    /\b(reject|cancel|den|declin|refus|disapprov|abort)\w* by (the )?user\b(?!['’]s| agent| op)/i,
    'wallet/rejected',
    whenSilent,
  ],
  [/^approval denied|^action (reject|den)/im, 'wallet/rejected', whenSilent],
  [/insufficient ?(funds|balance|lamports|sol|eth|near)(\b|for)/i, 'network/insufficient-funds'],
  [
    /not (have )?enough (funds|balance|sol|eth|near)\b|(not ?enough|lack) ?balance/i,
    'network/insufficient-funds',
  ],
  [/exceeds .{0,30}balance|balance (is )?too low|no record of a prior credit/i, 'network/insufficient-funds'],
  [
    /(?<!\bdatabase )\b(is|been|wallet|keyring|vault|extension) locked\b(?! (by|for|in|until)\b)/i,
    'wallet/locked',
  ],
  [/\blocked device|\bunlock\b|\b(be|not|isn['’]t) unlocked/i, 'wallet/locked'],
  [/(?<!\btransaction (is )?)already ((has )?a )?(pending|open|processing|in progress)/i, 'wallet/pending'],
  [
    /\b(another|previous) (request|prompt|window) (is )?(still )?(pending|open|in progress)/i,
    'wallet/pending',
  ],
  [/context invalidated|disconnected port|page reload required/i, 'wallet/gone'],
  // Browsers say so of an extension that stopped: the request may have been executed.
  [/(port|channel) closed before|receiving end does not exist/i, 'wallet/timeout'],
  [
    /\b(wallet|approval|confirmation|prompt|pop-?up|proposal) (has )?(timed? ?out|expired)|\brequest expired/i,
    'wallet/timeout',
  ],
  // Errors of nodes and of connections to them, whatever their number: the person has not rejected.
  [
    /nonce (is )?too (low|high)|already (been )?(known|processed|imported)|known transaction/i,
    'wallet/failed',
  ],
  [/underpriced|execution reverted|intrinsic gas|gas required exceeds|header not found/i, 'wallet/failed'],
  [/(?<!simulation failed: )block ?hash not found|block ?height exceeded/i, 'wallet/failed'],
  [/too many requests|rate limit|failed to fetch|network error|socket hang up|econn\w+/i, 'wallet/failed'],
  [
    /connection (reset|refused|closed)|tim(ed|e) ?out|took too long|service unavailable|bad gateway/i,
    'wallet/failed',
  ],
  [/(unrecognized|unsupported|unknown) (chain|network)/i, 'wallet/network-unsupported'],
  [/(chain|network)\b.{0,30} not (supported|added|recognized|configured)/i, 'wallet/network-unsupported'],
  // A temporary error is no missing feature.
  [/\b(try|retry) again\b|\bagain later\b|\btemporar(y|ily)\b/i, 'wallet/failed'],
  [/not supported|unsupported|not implemented|(unknown|no such) method/i, 'wallet/unsupported'],
  [/method.{0,60} (not found|not exist|not available)/i, 'wallet/unsupported'],
  [[4001, 5000, 5001, 5002, 5003, 5750], 'wallet/rejected', whenSilent],
  [[4100, 6000], 'wallet/revoked', unauthorized],
  [[4900], 'wallet/gone', disconnected],
  [[4901], 'network/unreachable', disconnected],
  [[-32002], 'wallet/pending'],
  [[-32004, 5101, 5700, 5760], 'wallet/unsupported'],
];

/** The context fields of codes that report more than the wallet. */
const contextFields: { readonly [C in Code]?: readonly (keyof RequestContext | 'detail')[] } = {
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
 * An error with one of Linkspan's codes is returned; one with nothing but a text becomes `wallet/failed`. Cannot throw.
 */
export function toWalletError(cause: unknown, asked: RequestContext): Error {
  const layers = unwrap(cause);
  const coded = findCoded(layers);
  if (coded !== undefined) return withNetwork(coded, asked);
  const said = layers.toReversed();
  const code = said.flatMap((layer) => toCode(layer, asked) ?? [])[0] ?? 'wallet/failed';
  const values = { ...asked, detail: toDetail(said) };
  const names = contextFields[code] ?? ['wallet'];
  const context = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  return new LinkspanError(code, context as Context, { cause });
}

/** The message of an error, cut to 300 characters. */
export function detailOf(error: unknown): string {
  return messageOf(error).slice(0, mostDetail);
}

/** The code of one of the errors by itself. */
function toCode({ code = 0, texts, names }: Layer, { before }: RequestContext): Code | undefined {
  const words = [...texts, names].join('\n');
  const isSaid = ([sign]: Meaning) => (sign instanceof RegExp ? sign.test(words) : sign.includes(code));
  const [sign, connected, other = {}] = meanings.find(isSaid) ?? [];
  if (connected === 'wallet/rejected' && !(sign instanceof RegExp) && unanswered.test(words))
    return 'wallet/failed';
  return (before && other[before]) ?? connected;
}

/** The innermost text that says more than that there was an error, else any text. */
function toDetail(innermostFirst: readonly Layer[]): string {
  const texts = innermostFirst.flatMap((layer) => layer.texts);
  return (texts.find((text) => !saysNothing.test(text)) ?? texts[0] ?? '').slice(0, mostDetail);
}

/** Adds the network's name if it was unknown to the code that threw. */
function withNetwork(coded: LinkspanError, { network }: RequestContext): Error {
  const context: Readonly<Record<string, string>> = coded.context;
  if (network === undefined || context.network !== '') return coded;
  return new LinkspanError(coded.code, { ...context, network } as Context, { cause: coded });
}
