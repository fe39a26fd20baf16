import { cleanText } from './clean-text.ts';

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
export function toPlain(said: string): string | undefined {
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
