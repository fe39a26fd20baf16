import { parseArgs } from 'node:util';
import { Plain } from '@linkspan/stack/say';

/** How much is measured. */
export interface Options {
  readonly rounds: number;
  /** First and second visits alone, of what the list is held against; nothing in `docs` is written. */
  readonly isQuick: boolean;
}

const wholeRounds = 7;
const quickRounds = 3;

/** How the command is used. */
export const usage = `npm run bench                    measures all pages in ${wholeRounds} rounds, and writes docs/bench.md and its charts
npm run bench -- --quick         first and second visits alone in ${quickRounds} rounds; writes nothing in docs
npm run bench -- --rounds N      so many rounds
npm run bench -- --help          this text`;

/** Reads the words after the command; undefined where they ask how it is used. Throws a sentence for people. */
export function parseOptions(words: readonly string[]): Options | undefined {
  const { help, quick = false, rounds } = readWords(words);
  if (help) return undefined;
  return { isQuick: quick, rounds: parseRounds(rounds) ?? (quick ? quickRounds : wholeRounds) };
}

function readWords(words: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    const options = { help: flag, quick: flag, rounds: { type: 'string' } } as const;
    return parseArgs({ args: [...words], options }).values;
  } catch (cause) {
    throw new Plain(`The bench does not know what “${words.join(' ')}” asks for.\n\n${usage}`, { cause });
  }
}

function parseRounds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new Plain(`--rounds is “${text}”. It must be a whole number from 1 to 999.`);
}
