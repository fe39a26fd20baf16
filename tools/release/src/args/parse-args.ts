import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import { toLine } from '../output.ts';
import type { Args, Context, Options, Verb } from '../verb.ts';
import { commonOptions, countMostWords, findForm } from './usage.ts';

/** Reads the arguments after a verb. Throws `UsageError`. */
export function parseCommandLine(verb: Verb, argv: readonly string[]): Args {
  const { values, positionals } = parse(verb, argv);
  const meant = toLine(findForm(verb, positionals));
  const strange = positionals[countMostWords(verb)];
  if (strange !== undefined) throw new UsageError(`“${strange}” is a word too many. The form is: ${meant}`);
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
      if (word === undefined) throw new UsageError(`${name} is missing. The form is: ${meant}`);
      return word;
    },
  };
}

function parse(verb: Verb, argv: readonly string[]) {
  const options: Options = { ...verb.options, ...commonOptions };
  const known = Object.entries(options).map(([name, { value, isMany }]) => [
    name,
    value === undefined ? { type: 'boolean' } : { type: 'string', multiple: isMany ?? false },
  ]);
  try {
    return parseArgs({ args: [...argv], options: Object.fromEntries(known), allowPositionals: true }) as {
      values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
      positionals: readonly string[];
    };
  } catch (cause) {
    throw new UsageError(explain((cause as Error).message, verb.name, options), { cause });
  }
}

/** What is wrong with an option, which Node's sentence names first. */
function explain(sentence: string, verb: string, options: Options): string {
  const [name] = /(?<='(?:-\w, )?)--?[\w-]+/.exec(sentence) ?? [sentence];
  const option = options[name.slice(2)];
  if (option === undefined)
    return `There is no option ${name}. ${toLine(`${verb} --help`)} lists those there are.`;
  if (option.value === undefined) return `${name} takes no value.`;
  return `${name} needs a value: ${name} ${option.value}, ${option.text}.`;
}

/** npm has a setting of this name, which people keep in their own configuration. */
const npmsOwn = 'key';

/**
 * Refuses a line without the `--` after `npm run release`: npm takes the options for itself then, and a dry run would be
 * a real one. It tells them in the environment, as `npm_config_dry_run`. Throws `UsageError`.
 */
export function assertNoneTakenByNpm(
  verb: Verb,
  argv: readonly string[],
  { env }: Pick<Context, 'env'>,
): void {
  const lost = Object.keys(verb.options).find(
    (name) =>
      name !== npmsOwn &&
      env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined &&
      !argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  );
  if (lost === undefined) return;
  throw new UsageError(
    `npm took --${lost} for itself. Put -- between “release” and “${verb.name}”: ${toLine(findForm(verb, argv))}`,
  );
}
