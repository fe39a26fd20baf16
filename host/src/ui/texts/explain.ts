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
import { type ErrorText, errorTexts } from './error-texts.ts';
import { formatInstant } from './format.ts';

/** What a person is offered beside a failure: to ask for the same again, to load the page again, or the like. */
export type FailureStep = 'again' | 'reload' | 'connect' | 'ask';

/** The steps in the words that the texts call them by: at `{again}`, and at `{Again}` where a sentence begins. */
const stepWords: { readonly [S in FailureStep]: { readonly again: string; readonly Again: string } } = {
  again: { again: 'try again', Again: 'Try again' },
  reload: { again: 'reload the page', Again: 'Reload the page' },
  connect: { again: 'connect again', Again: 'Connect again' },
  ask: { again: 'ask again', Again: 'Ask again' },
};

const unknownCode: ErrorText = {
  title: '{family} could not do this',
  advice: 'The reason ({code}) is newer than this page. Reload the page and try again.',
};

/** What stands for a thing that a failure does not name. */
const unnamed = { wallet: 'Your wallet', network: 'The network' };

/**
 * The texts of a failure, filled in. `family` is the title that people know the family by, `step` what is offered beside
 * them, `unaffected` what works all the same, up to the verb: `Solana is`. Of what a wallet or a node said, only a
 * sentence that a person can read is shown; of the advice and the reason, only the sentences whose values are known: a
 * remote may leave some out.
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
  const values: Record<string, string> = {
    ...unnamed,
    ...known,
    ...(detail !== undefined && { detail }),
    ...stepWords[step],
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

/** The advice of a failure whose detail no person can read, or that has none. */
function adviceWithout(
  { advice, adviceAlone = advice, adviceUnread = adviceAlone }: ErrorText,
  said: string,
) {
  const isReason = toSentences(said).some((sentence) => !sayNothing.test(sentence));
  return isReason ? adviceUnread : adviceAlone;
}

const mostSigns = 140;
const mostRead = 500;

/** What is for machines: data, stacks, the places of a program, markup. */
const forMachines =
  /[{}[\]\\]|<\/?[a-z!]|::|=>|\b0x[\da-f]{6}|[\da-f]{20}|[\da-z]{30}|^at \S+|\/\S+\.[cm]?[jt]sx?\b|\b(undefined|null|NaN)\b|\w\.\w+\(/i;

/** What says no more than that there was an error, or says it as no page should. */
const sayNothing =
  /^(an? )?(internal|unknown|unexpected|unspecified)\b.{0,30}\b(error|exception|failure)( (has )?(occurred|happened|was received))?$|went wrong|^oops|^(error|failed|failure|fail)$|^please try again( later)?$|^\P{L}*$/iu;

/** What programs write before a sentence: `Error: `, `MetaMask Tx Signature: `, `rpc error: code = … desc = `. */
const label =
  /^(rpc error: code = \w+ desc =|\[[\w .-]{1,30}\]|([\w$ -]{0,40}(error|exception|signature)|error code \S+|uncaught( \(in promise\))?)\s*:)\s*/i;

/** Where to read more, which a page does not pass on. */
const link = /[,;:]?\s*\(?(\b(see|visit|at|docs)\b:?\s*)?https?:\/\/\S+/gi;

/** Data behind a sentence; an address or a hash may be a part of it. */
const dataBehind = /(?<=\p{L})[:,]?\s+0x(?![\da-f]{40}\b|[\da-f]{64}\b)[\da-f]{6,}/giu;

/** Addresses and hashes, of which a sentence needs the ends alone. */
const longName =
  /\b(0x[\da-fA-F]{4}|[1-9A-HJ-NP-Za-km-z]{4})(?:[\da-fA-F]{32}(?:[\da-fA-F]{24})?|[1-9A-HJ-NP-Za-km-z]{24,36})([\da-zA-Z]{4})\b/g;

/**
 * The first sentence of what a wallet or a node said that a person can read and that says something, without its last
 * stop, cut to 140 characters. Undefined if there is none.
 */
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

/**
 * The texts of a failure, with networks called what the page calls them, and times as people read them. `step` is what
 * is offered beside them, `unaffected` what `sayUnaffected` says.
 */
export function explainIn(
  family: FamilyConfig,
  failed: Failure,
  step: FailureStep = 'again',
  unaffected = '',
): ErrorText {
  const context = { ...failed.context };
  for (const name of ['expiresAt', 'now']) if (context[name]) context[name] = formatInstant(context[name]);
  const title = family.networks.find(({ id }) => id === context.network)?.title;
  if (title !== undefined) context.network = title;
  return explain({ ...failed, context }, family.title, step, unaffected);
}
