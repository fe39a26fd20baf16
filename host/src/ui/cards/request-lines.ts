import { type Intent, isSending, type Network, networkOf, type RequestLine } from '@linkspan/contract';
import type { Entry } from '../../ledger/entry.ts';
import { isSameAddress } from '../texts/address.ts';
import { formatInstant, sayFeeBeside, toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/**
 * A line of a request: `code` is for comparison, `copied` can be copied too, `words` are the page’s own, `bytes` are shown on
 * demand, and `pays` is what goes: of the page's own send it is the headline.
 */
export interface ShownLine {
  readonly name: string;
  readonly value: string;
  readonly as?: 'code' | 'copied' | 'words' | 'bytes' | 'pays' | 'amount';
  /** In the page’s words, above the value. */
  readonly warning?: string;
  /** In the page’s words, after the value. */
  readonly rest?: string;
}

/** What the page knows beside the intent. */
interface Around {
  readonly wallet: string;
  /** The network's quote, as decimal digits. */
  readonly fee?: string | undefined;
  /** As `listPaid`. */
  readonly paid?: readonly string[];
}

/** Read by servers alone: they stand behind what a person compares. */
const lastKinds: readonly RequestLine['is'][] = ['nonce', 'until'];

/**
 * The intent but for account and network, which stand above it: amounts to the last digit, addresses in full, what goes
 * in one line with the fee, which is the network's quote, rounded.
 */
export function toShownLines(
  { network: find }: Pick<Family, 'network'>,
  intent: Intent,
  { wallet, fee, paid: known = [] }: Around,
): readonly ShownLine[] {
  const network = find(networkOf(intent.account));
  const isLast = ({ is }: RequestLine) => lastKinds.includes(is);
  const isOther = ({ is, value }: RequestLine) => is !== 'network' || value !== network?.title;
  const paid = findPaid(intent);
  const own = withoutTotal(intent).filter((line) => isOther(line) && line !== paid);
  const lines = [...own.filter((line) => !isLast(line)), ...own.filter(isLast)];
  const shown = toIntentLines({ ...intent, lines }, network, wallet);
  if (!isSending(intent)) return shown;
  const isFirst = (value: string) => !known.some((one) => isSameAddress(one, value));
  const contracts = lines.flatMap(({ is, name, value }) =>
    is === 'contract' && !name && isFirst(value) ? value : [],
  );
  const marked = shown.map((line) =>
    line.as === 'code' && contracts.includes(line.value)
      ? { ...line, rest: t('card.request.firstTime') }
      : line,
  );
  const isOwn = intent.method === 'send';
  const pays: ShownLine = {
    name: t('card.request.pays'),
    value: paid ? sayTokens(paid) : sayCoins(intent.moves.amount, network),
    as: isOwn ? 'amount' : 'pays',
    rest:
      fee !== undefined && network
        ? sayFeeBeside(BigInt(fee), network)
        : t('card.request.feeInWallet', { wallet }),
  };
  return isOwn ? [pays, ...marked] : [...marked, pays];
}

/** Contracts and recipients that this browser knows to have been called or paid from here. */
export function listPaid(activity: readonly Entry[]): readonly string[] {
  return activity.flatMap((entry) => {
    if (entry.kind !== 'sent' || entry.outcome.state !== 'landed' || entry.checked !== 'yes') return [];
    const named = entry.intent.lines.filter(({ is }) => is === 'contract').map(({ value }) => value);
    return [...named, entry.intent.moves.to];
  });
}

/** The lines of a request as the remote has read it. */
export function toIntentLines(
  { lines, ...intent }: Intent,
  network: Network | undefined,
  wallet = t('card.request.yourWallet'),
): readonly ShownLine[] {
  const isOwnSend = intent.method === 'send';
  const shown = toCalls(joinTexts(lines)).flatMap(({ number, lines }) =>
    foldArguments(foldProgram(lines)).map((line, index) => {
      const one = toShownLine(line, network, { wallet, isOwnSend });
      return number && index === 0
        ? { ...one, name: t('card.request.numbered', { number, name: one.name }) }
        : one;
    }),
  );
  if (intent.asksFor !== 'signature' || !intent.isTransaction) return shown;
  return [...shown, { name: t('card.request.sentBy'), value: t('card.request.byApplication'), as: 'words' }];
}

/** What goes in all has a line of its own: the amount of an only call is not said twice. */
function withoutTotal(intent: Intent): readonly RequestLine[] {
  if (!isSending(intent)) return intent.lines;
  const [only, ...others] = intent.lines.filter(({ is }) => is === 'amount' || is === 'call');
  const isTotal = only?.is === 'amount' && only.value === intent.moves.amount && !only.warning;
  return isTotal && others.length === 0 ? intent.lines.filter((line) => line !== only) : intent.lines;
}

/** All that goes, if one known call pays tokens and nothing else: nobody is to read that they pay nothing. */
function findPaid(intent: Intent): RequestLine | undefined {
  if (!isSending(intent) || intent.moves.amount !== '0') return undefined;
  const { lines } = intent;
  const moving = lines.filter(({ is }) => movingKinds.includes(is));
  const [called, unknown] = lines.filter(({ is, name }) => is === 'contract' && !name);
  const isKnown = !unknown && !(called && lines.some(({ is, name }) => is === 'contract' && name));
  const isAlone = moving.length === 2 && moving[0]?.is === 'function';
  const isCalm = !lines.some(({ warning }) => warning);
  return isKnown && isAlone && isCalm ? moving.find(({ is }) => is === 'paid') : undefined;
}

/** What else may go than what is paid. */
const movingKinds: readonly RequestLine['is'][] = [
  ...(['paid', 'function', 'tokens', 'spender', 'amount', 'data', 'creation', 'more'] as const),
];

/** Without a symbol it is a number: its token is beside it. */
function sayTokens({ value }: RequestLine): string {
  return /^[\d.]+$/.test(value) ? t('card.request.tokens', { count: value }) : value;
}

/** The lines of each call; without a number, what is said of all, or of the only one. */
function toCalls(lines: readonly RequestLine[]) {
  const calls: { readonly number?: string; readonly lines: RequestLine[] }[] = [{ lines: [] }];
  for (const line of lines) {
    if (line.is === 'call' && !line.warning) calls.push({ number: line.value, lines: [] });
    else calls.at(-1)?.lines.push(line);
  }
  return calls;
}

/** A program that the remote knows by its address is named beside its function. */
function foldProgram(lines: readonly RequestLine[]): readonly RequestLine[] {
  const at = lines.findIndex(({ is, name, warning }) => is === 'contract' && name && !warning);
  const [program, called] = [lines[at], lines[at + 1]];
  if (at < 0 || called?.is !== 'function' || called.name) return lines;
  return lines.flatMap((line) => {
    if (line === called) return { ...called, value: `${program?.name}: ${called.value}` };
    return line === program ? [] : line;
  });
}

/** The longest arguments in one line with their function, in characters. */
const mostFolded = 60;

/** Neither an address, which is compared, nor a text that could read like further arguments. */
const plainForm = /^[\w.-]{1,30}$/;

/** A function with few plain arguments is one line: `set(fare: 7)`. What has a meaning or a warning keeps its own. */
function foldArguments(lines: readonly RequestLine[]): readonly RequestLine[] {
  const [called, ...others] = lines.filter(({ is }) => is === 'function');
  if (called === undefined || called.name || others.length > 0) return lines;
  const [name = ''] = called.value.split('(');
  const signature = called.value.slice(name.length);
  // An argument of NEAR is named as one.
  const form = signature === '' ? /^args\.(\w+)$/ : /^(\w+)$/;
  const isArgument = ({ is, name, value, warning, claimed }: RequestLine) =>
    is === 'field' &&
    !warning &&
    claimed === called.claimed &&
    form.test(name ?? '') &&
    plainForm.test(value);
  const count = countArguments(signature);
  const after = lines.slice(lines.indexOf(called) + 1);
  // What follows the arguments is of the whole transaction, such as its gas.
  const fields = (signature === '' ? after : after.slice(0, count)).filter(isArgument);
  const isMore = count > fields.length;
  const folded = fields.map((field) => `${form.exec(field.name ?? '')?.[1]}: ${field.value}`);
  const args = [...folded, ...(isMore ? ['…'] : [])];
  // Solana's functions have no list of arguments.
  if (args.length === 0 && signature === '') return lines;
  const value = `${name}(${args.join(', ')})`;
  if (value.length > mostFolded) return lines;
  return lines.flatMap((line) => {
    if (line === called) return { ...called, value };
    return fields.includes(line) ? [] : line;
  });
}

/** How many arguments a signature has at its top: `f(uint256,(address,uint256))` has two. */
function countArguments(signature: string): number {
  const inner = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  if (inner === '') return 0;
  let depth = 0;
  return (
    1 +
    [...inner].filter((sign) => {
      depth += Number(sign === '(') - Number(sign === ')');
      return sign === ',' && depth === 0;
    }).length
  );
}

/** The lines of one text are one text again. */
function joinTexts(lines: readonly RequestLine[]): readonly RequestLine[] {
  const joined: RequestLine[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isMore = line.is === 'text' && before?.is === 'text' && before.name === line.name;
    if (isMore && before.warning === line.warning)
      joined[joined.length - 1] = { ...before, value: `${before.value}\n${line.value}` };
    else joined.push(line);
  }
  return joined;
}

/** A field is named as the request names it. */
function toShownLine(
  { is, name, value, warning, bytes, claimed }: RequestLine,
  network: Network | undefined,
  { wallet, isOwnSend }: { wallet: string; isOwnSend: boolean },
): ShownLine {
  const line = {
    name: name ?? t(`card.request.line.${is}`),
    ...(warning && { warning: t(`card.request.warning.${warning}`) }),
    ...(claimed && { rest: t('card.request.claimed') }),
  };
  switch (is) {
    case 'amount':
      return { ...line, value: sayCoins(value, network) };
    case 'paid':
      return { ...line, value: sayTokens({ is, value }) };
    case 'more':
      return { ...line, value: t('card.request.partial'), as: 'words' };
    case 'creation':
      return { ...line, value: t('card.request.creation'), as: 'words' };
    case 'data': {
      const shown =
        bytes === undefined ? value : t('card.request.data', { count: String(bytes), data: value });
      return { ...line, value: shown, as: 'bytes', rest: t('card.request.unread', { wallet }) };
    }
    case 'until':
      return { ...line, value: formatInstant(value) };
    case 'recipient':
      return { ...line, value, as: isOwnSend ? 'copied' : 'code' };
    default:
      return { ...line, value, ...((exactKinds.includes(is) || addressForm.test(value)) && { as: 'code' }) };
  }
}

/** Of an argument too: one address is written in one way. */
const addressForm = /^(0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i;

const exactKinds: readonly RequestLine['is'][] = ['contract', 'token', 'spender', 'nonce'];

/** Coins to the last digit; what nobody would count in whole coins, in the smallest unit. */
function sayCoins(amount: string, network: Network | undefined): string {
  const { symbol, decimals, id } = network ?? { symbol: '', decimals: 0, id: '' };
  const unit = smallestUnits[id.split(':')[0] ?? ''];
  // NEP-141 and others ask for one of them: a key without the right to pay cannot send it.
  if (unit === 'yoctoNEAR' && amount === '1') return t('card.request.proof');
  const isTiny = unit && amount !== '0' && amount.length <= decimals - 12;
  return isTiny ? `${amount} ${unit}` : `${toExactAmount(amount, decimals)} ${symbol}`;
}

const smallestUnits: { readonly [namespace: string]: string } = {
  eip155: 'wei',
  solana: 'lamports',
  near: 'yoctoNEAR',
};
