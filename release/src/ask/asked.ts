import { parseArgs } from 'node:util';
import { UsageError } from '../command-error.ts';
import type { Options, Verb } from '../verb.ts';

/** What the person asked a verb for. */
export interface Asked {
  /** The words beside the options, without the verb. */
  readonly words: readonly string[];
  has(option: string): boolean;
  one(option: string): string | undefined;
  all(option: string): readonly string[];
  /** A whole number from 0 on. Throws `UsageError`. */
  whole(option: string): number | undefined;
  /** The word at an index, which must be there; `name` is what the help calls it. Throws `UsageError`. */
  word(index: number, name: string): string;
}

/** Options that every verb has. */
export const commonOptions: Options = {
  json: { text: 'answer in JSON, for programs' },
  help: { text: 'this text' },
};

/** Reads the arguments after a verb. Throws `UsageError`. */
export function parseAsked(verb: Verb, args: readonly string[]): Asked {
  const { values, positionals } = parse({ ...verb.options, ...commonOptions }, args);
  const all = (option: string) => [values[option] ?? []].flat().filter((one) => typeof one === 'string');
  return {
    words: positionals,
    has: (option) => values[option] === true,
    one: (option) => all(option).at(-1),
    all,
    whole(option) {
      const text = all(option).at(-1);
      if (text !== undefined && !/^\d{1,9}$/.test(text))
        throw new UsageError(`--${option} should be a whole number, not “${text}”.`);
      return text === undefined ? undefined : Number(text);
    },
    word(index, name) {
      const word = positionals[index];
      if (word === undefined) throw new UsageError(`${name} is missing: release ${verb.forms[0]}`);
      return word;
    },
  };
}

function parse(options: Options, args: readonly string[]) {
  const known = Object.entries(options).map(([name, { value, isMany }]) => [
    name,
    value === undefined ? { type: 'boolean' } : { type: 'string', multiple: isMany ?? false },
  ]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true }) as {
      values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
      positionals: readonly string[];
    };
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message.split('. ')[0]}.`, { cause });
  }
}
