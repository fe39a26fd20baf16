import { parseArgs } from 'node:util';
import { type Choices, parsers } from './choices.ts';
import { Refusal } from './refusal.ts';

/** What the command line says. */
export interface Input {
  readonly help: boolean;
  readonly folder?: string;
  readonly title?: string;
  /** Those that it names. */
  readonly choices: Partial<Choices>;
}

const options = {
  framework: { type: 'string' },
  networks: { type: 'string' },
  title: { type: 'string' },
  practice: { type: 'boolean' },
  'no-practice': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Name = keyof typeof options;

type Environment = Readonly<Record<string, string | undefined>>;

/** How the command is called. */
export const usage = `Usage: npm create @linkspan [FOLDER] -- [FLAGS]

  --framework NAME    react, vue, svelte or none
  --networks NAMES    such as ethereum,solana,near
  --practice          practice wallets and chains, for development; --no-practice for none
  --title TITLE       what people call it; else made of the name of FOLDER`;

/** Reads the arguments after the command's name, and npm's own environment. Throws `Refusal` with exit code 2, and nothing else. */
export function parseInput(argv: readonly string[], env: Environment): Input {
  assertNotTaken(env);
  const { folders, flags } = readWords(argv);
  const [folder, another] = folders;
  if (another !== undefined)
    throw new Refusal(2, `There should be one FOLDER, and “${another}” is a second.`);
  if (folder !== undefined && (folder.trim() === '' || /\p{Cc}/u.test(folder)))
    throw new Refusal(2, 'FOLDER should be the name of a folder.');
  const [practice, noPractice] = [flags.has('practice'), flags.has('no-practice')];
  if (practice && noPractice) throw new Refusal(2, 'There should be one of --practice and --no-practice.');
  const [title, framework, networks] = [flags.get('title'), flags.get('framework'), flags.get('networks')];
  return {
    help: flags.has('help'),
    ...(folder !== undefined && { folder }),
    ...(title !== undefined && { title: parseTitle(title) }),
    choices: {
      ...(framework !== undefined && { framework: parsers.framework(framework, '--framework') }),
      ...(networks !== undefined && { networks: parsers.networks(networks, '--networks') }),
      ...((practice || noPractice) && { practice }),
    },
  };
}

/** Without “--”, npm takes flags for itself, and hands them on as environment only. */
function assertNotTaken(env: Environment): void {
  const taken = Object.keys(options).find((name) => env[`npm_config_${name}`] !== undefined);
  if (taken === undefined || taken === 'help') return;
  const example = `npm create @linkspan quay -- --${taken}`;
  throw new Refusal(2, `npm took --${taken} for itself: put “--” before the flags, as in ${example}.`);
}

function readWords(argv: readonly string[]) {
  // pnpm and npx hand “--” on.
  const args = argv.filter((word) => word !== '--');
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const [folders, flags]: [string[], Map<Name, string>] = [[], new Map()];
  for (const token of tokens) {
    if (token.kind === 'positional') folders.push(token.value);
    if (token.kind === 'option') flags.set(...parseFlag(token));
  }
  return { folders, flags };
}

interface Flag {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function parseFlag({ name, rawName, value, inlineValue }: Flag): [Name, string] {
  if (!isName(name))
    throw new Refusal(
      2,
      `There is no flag ${rawName}, only --framework, --networks, --practice, --no-practice, --title and --help.`,
    );
  if (options[name].type === 'boolean') {
    if (value !== undefined) throw new Refusal(2, `${rawName} takes no value.`);
    return [name, ''];
  }
  if (value === undefined || (value.startsWith('-') && !inlineValue))
    throw new Refusal(2, `${rawName} needs a value.`);
  return [name, value];
}

function isName(name: string): name is Name {
  return Object.hasOwn(options, name);
}

const titleForm = /^[\p{L}\d][\p{L}\d .-]{0,39}$/u;

/** A title that no file takes for something else. */
function parseTitle(title: string): string {
  if (titleForm.test(title)) return title;
  throw new Refusal(2, `--title should be letters, digits, spaces, “.” and “-”, at most 40, not “${title}”.`);
}

/** The title of an application in a folder of this name. */
export function toTitle(name: string): string {
  const words = name.replace(/[-_.\s]+/g, ' ').trim();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return titleForm.test(title) ? title : 'Linkspan app';
}
