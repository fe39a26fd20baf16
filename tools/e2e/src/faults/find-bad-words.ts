import { codes } from '@linkspan/contract';
import type { Words } from '../page/words.ts';

/** What no text for people may have, by what is wrong with it. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'a code': new RegExp(
    `(?:${Object.keys(codes)
      .map((code) => code.split('/')[0])
      .join('|')})/[a-z]+(-[a-z]+)*\\b`,
  ),
  'a stack': /\bat \S+ \(|:\d+:\d+\b|\bError:/,
  'a value of the language': /\bundefined\b|\bNaN\b|\[object |\{\s*"|\bnull\b/,
  'a dump': /\b(?:0x)?[0-9a-f]{64,}\b/i,
  'nothing said': /something went wrong|oops|unknown error|unexpected error/i,
  'an exclamation mark': /!/,
  'a gap': /\{\w+\}|\s[,.;]|: *$|“”|""/,
};

/** What is wrong with the words on a card, each in a line; nothing if a person can follow them. */
export function findBadWords({ title, advice, steps, isFailure }: Words): readonly string[] {
  const said = `${title}\n${advice}`;
  const bad = Object.entries(forbidden).flatMap(([what, pattern]) => {
    const [found] = pattern.exec(said) ?? [];
    return found === undefined ? [] : `The card says ${what}: “${found}” in “${said}”`;
  });
  if (!isFailure) return bad;
  if (title === '') bad.push('The card has failed and does not say what has happened.');
  if (advice === '') bad.push('The card has failed and does not say what to do.');
  if (steps.length === 0) bad.push('The card has failed and offers no step.');
  // A reload is in everybody’s power, whatever the card offers beside it.
  if (/try again/i.test(advice) && !/reload/i.test(advice) && !steps.includes('Try again'))
    bad.push(`The card advises what it does not offer: “${advice}” beside ${steps.join(', ')}`);
  return bad;
}
