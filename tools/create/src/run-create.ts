import { basename, relative, resolve } from 'node:path';
import { assertFree, begins, writeApplication } from './application.ts';
import { askMissing, type Terminal } from './ask.ts';
import { defaults } from './choices.ts';
import { parseInput, toTitle, usage } from './input.ts';
import { refusalOf } from './refusal.ts';

/** What the command reads and writes of the process. */
export interface Context extends Terminal {
  /** Where it was called. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether `input` is a terminal, so that a person can be asked. */
  readonly isTerminal: boolean;
  readonly errors: NodeJS.WritableStream;
}

/** Runs the command with the arguments after its name. Resolves with the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCreate(argv: readonly string[], context: Context): Promise<0 | 1 | 2> {
  try {
    context.output.write(`${await create(argv, context)}\n`);
    return 0;
  } catch (error) {
    const { message, exitCode } = refusalOf(error);
    context.errors.write(`${message}\n`);
    return exitCode;
  }
}

/** Returns what the person is told. Rejects with `Refusal`. */
async function create(argv: readonly string[], context: Context): Promise<string> {
  const { help, folder: named = 'linkspan-app', title, choices: given } = parseInput(argv, context.env);
  if (help) return usage;
  const folder = resolve(context.folder, named);
  await assertFree(folder);
  const choices = context.isTerminal ? await askMissing(given, context) : { ...defaults, ...given };
  const name = basename(folder);
  const count = await writeApplication({ ...choices, folder, title: title ?? toTitle(name) });
  const path = relative(context.folder, folder);
  return [
    `${path || name} has ${count} files. Begin in ${begins[choices.framework]}. Next:`,
    '',
    ...(path === '' ? [] : [`  cd ${/^[\w./-]+$/.test(path) ? path : `"${path}"`}`]),
    '  npm install',
    '  npm run dev',
    '',
    'It asks public nodes, which are for development: give your own nodes before people come.',
  ].join('\n');
}
