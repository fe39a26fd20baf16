import {
  type Code,
  cleanLines,
  cleanText,
  type Failure,
  format,
  type Template,
  toKnownSentences,
} from '@linkspan/contract';
import { type ErrorText, errorTexts } from './error-texts.ts';

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
  return said === '' ? adviceAlone : adviceUnread;
}

const mostSigns = 140;
const mostRead = 500;

/** What is for machines: data, addresses and hashes, the places of a program, markup. */
const forMachines =
  /[{}<>[\]\\|`]|::|=>|\b0x[\da-f]{6}|[\da-f]{20}|[\da-z]{30}|https?:|\.[cm]?[jt]sx?\b|\b(undefined|null|NaN)\b|\w\.\w+\(/i;

/** What says no more than that there was an error, or says it as no page should. */
const sayNothing =
  /^(an? )?(internal|unknown|unexpected|unspecified)\b.{0,30}\b(error|exception|failure)|went wrong|\boops/i;

/** What programs write before a sentence: `Error: `, `MetaMask Tx Signature: `, `rpc error: code = … desc = `. */
const label = /^([\w$ -]{0,40}(error|exception|signature)|error code \S+|uncaught( \(in promise\))?)\s*:\s*/i;

/**
 * The first sentence of what a wallet or a node said, without its last stop, where a person can read it: 3 to 140
 * characters. Undefined where it is data, a hash, a stack, or says nothing.
 */
function toPlain(said: string): string | undefined {
  const [line = ''] = said
    .slice(0, mostRead)
    .trim()
    .split(/[\r\n]/, 1);
  const sentence =
    withoutLabels(cleanText(line, mostRead)).split(/(?<=\p{L}{2})[.!?…]+(?=\s|$)/u, 1)[0] ?? '';
  const plain = sentence.replace(/[\s.!?,;:…]+$/u, '');
  if (plain.length > mostSigns || !/\p{L}.*\p{L}.*\p{L}/u.test(plain)) return undefined;
  return forMachines.test(plain) || sayNothing.test(plain) ? undefined : plain;
}

function withoutLabels(line: string): string {
  const rest = line.replace(label, '');
  return rest === line ? line : withoutLabels(rest);
}
