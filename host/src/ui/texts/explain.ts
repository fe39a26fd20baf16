import {
  type Code,
  cleanLines,
  cleanText,
  type Failure,
  format,
  type Template,
  toKnownSentences,
} from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { type ErrorText, errorTexts, namedParts } from './error-texts.ts';
import { formatInstant, sayAllUnits } from './format.ts';

/** The step offered beside a failure. */
export type FailureStep = 'again' | 'reload' | 'connect' | 'ask';

/** The words of each step: for `{again}`, and capitalized for `{Again}`. */
const stepWords: Readonly<Record<FailureStep, string>> = {
  again: 'try again',
  reload: 'reload the page',
  connect: 'connect again',
  ask: 'ask again',
};

const unknownCode: ErrorText = {
  title: '{family} could not do this',
  advice: 'The reason ({code}) is newer than this page. Reload the page and try again.',
};

/** Names for things that a failure does not name. */
const unnamed = { wallet: 'Your wallet', network: 'The network', kind: 'another chain' };

/**
 * The filled-in texts of a failure. `family` is a title, `step` the step offered beside them, `unaffected` the families
 * that work: `Solana is`. Sentences with an unknown value and unreadable details are left out.
 */
export function explain(
  failed: Failure,
  family: string,
  step: FailureStep = 'again',
  unaffected = '',
): ErrorText {
  const text = Object.hasOwn(errorTexts, failed.code) ? errorTexts[failed.code as Code] : unknownCode;
  const cleaned = Object.entries(failed.context).map(
    ([name, value]) => [name, cleanLines(value, 300)] as const,
  );
  const named = cleaned.filter(([, value]) => value !== '');
  const { detail: said = '', ...known }: Record<string, string> = Object.fromEntries(named);
  const detail = toPlain(said);
  const again = stepWords[step];
  const values: Record<string, string> = {
    ...unnamed,
    ...known,
    ...(detail !== undefined && { detail }),
    ...namePart('difference', known),
    ...namePart('field', known),
    again,
    Again: again.charAt(0).toUpperCase() + again.slice(1),
    family,
    code: failed.code,
    unaffected,
  };
  const say = (template: Template) => format(toKnownSentences(template, values), values);
  const reason = text.reason === undefined ? '' : say(text.reason);
  return {
    title: format(text.title, values),
    advice: say(detail === undefined ? adviceWithout(text, said) : text.advice),
    ...(reason !== '' && { reason }),
  };
}

/** In the page's words, if they have them. */
function namePart(name: 'difference' | 'field', known: Readonly<Record<string, string>>) {
  const parts = namedParts[name];
  const template = Object.hasOwn(parts, known[name] ?? '') ? parts[known[name] as string] : undefined;
  return template === undefined ? {} : { [name]: format(template, known) };
}

/** The advice if the detail is missing or unreadable. */
function adviceWithout(
  { advice, adviceAlone = advice, adviceUnread = adviceAlone }: ErrorText,
  said: string,
) {
  const isReason = toSentences(said).some((sentence) => !sayNothing.test(sentence));
  return isReason ? adviceUnread : adviceAlone;
}

const mostSigns = 140;
const mostRead = 500;

/** Text for machines: data, stacks, positions in code, markup. */
const forMachines =
  /[{}[\]\\]|<\/?[a-z!]|::|=>|\b0x[\da-f]{6}|[\da-f]{20}|[\da-z]{30}|^at \S+|\/\S+\.[cm]?[jt]sx?\b|\b(undefined|null|NaN)\b|\w\.\w+\(/i;

/** A sentence without information. */
const sayNothing =
  /^(an? )?(internal|unknown|unexpected|unspecified)\b.{0,30}\b(error|exception|failure)( (has )?(occurred|happened|was received))?$|went wrong|^oops|^(error|failed|failure|fail)$|^please try again( later)?$|^\P{L}*$/iu;

/** Prefixes by programs: `Error: `, `MetaMask Tx Signature: `, `rpc error: code = … desc = `. */
const label =
  /^(rpc error: code = \w+ desc =|\[[\w .-]{1,30}\]|([\w$ -]{0,40}(error|exception|signature)|error code \S+|uncaught( \(in promise\))?)\s*:)\s*/i;

/** Links, which a page does not show. */
const link = /[,;:]?\s*\(?(\b(see|visit|at|docs)\b:?\s*)?https?:\/\/\S+/gi;

/** Data behind a sentence; an address or a hash may be a part of it. */
const dataBehind = /(?<=\p{L})[:,]?\s+0x(?![\da-f]{40}\b|[\da-f]{64}\b)[\da-f]{6,}/giu;

/** Addresses and hashes, of which a sentence needs the ends alone. */
const longName =
  /\b(0x[\da-fA-F]{4}|[1-9A-HJ-NP-Za-km-z]{4})(?:[\da-fA-F]{32}(?:[\da-fA-F]{24})?|[1-9A-HJ-NP-Za-km-z]{24,36})([\da-zA-Z]{4})\b/g;

/** The first readable sentence of a wallet or node, cut to 140 characters; undefined if there is none. */
function toPlain(said: string): string | undefined {
  const isPlain = (sentence: string) =>
    /\p{L}.*\p{L}/u.test(sentence.replace(/\S+…\S+/g, '')) &&
    !forMachines.test(sentence) &&
    !sayNothing.test(sentence);
  const plain = toSentences(said).find(isPlain);
  return plain && cut(plain);
}

function toSentences(said: string): readonly string[] {
  const lines = said.slice(0, mostRead).split(/[\r\n]/);
  return lines.flatMap((line) =>
    withoutLabels(cleanText(line, mostRead).trim())
      .replace(link, '')
      .replace(dataBehind, '')
      .replace(longName, '$1…$2')
      .split(/(?<=\p{L}{2}|\d)[.!?…]+(?=\s|$)|[。！？]/u)
      .map((sentence) => sentence.replace(/[\s.!?,;:…]+$/u, '').trimStart())
      .filter((sentence) => sentence !== ''),
  );
}

/** At the end of a word. */
function cut(sentence: string): string {
  if (sentence.length <= mostSigns) return sentence;
  return `${sentence.slice(0, mostSigns).replace(/\s+\S*$/, '')}…`;
}

function withoutLabels(line: string): string {
  const rest = line.replace(label, '');
  return rest === line ? line : withoutLabels(rest);
}

/** `explain` with titles of networks and readable times, and without numbers of smallest units. */
export function explainIn(
  family: FamilyConfig,
  failed: Failure,
  step: FailureStep = 'again',
  unaffected = '',
): ErrorText {
  const context = { ...failed.context };
  for (const name of ['expiresAt', 'now', 'served'])
    if (context[name]) context[name] = formatInstant(context[name]);
  for (const name of ['least', 'most']) if (/^\d+$/.test(context[name] ?? '')) delete context[name];
  if (/^\d{1,78}$/.test(context.amount ?? ''))
    context.amount = sayAllUnits(context.amount ?? '', family.networks[0]);
  const title = family.networks.find(({ id }) => id === context.network)?.title;
  if (title !== undefined) context.network = title;
  return explain({ ...failed, context }, family.title, step, unaffected);
}
