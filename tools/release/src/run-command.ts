import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { explainError, UsageError } from './errors.ts';
import { command } from './output.ts';
import type { Args, Context, Options, Verb, VerbGroup } from './verb.ts';
import { block } from './verbs/block.ts';
import { build } from './verbs/build.ts';
import { check } from './verbs/check.ts';
import { deploy } from './verbs/deploy.ts';
import { dev } from './verbs/dev.ts';
import { doctor } from './verbs/doctor.ts';
import { init } from './verbs/init.ts';
import { keys } from './verbs/keys.ts';
import { promote, rollback, withdraw } from './verbs/live.ts';
import { publish } from './verbs/publish.ts';
import { pull } from './verbs/pull.ts';
import { refresh } from './verbs/refresh.ts';
import { root } from './verbs/root.ts';
import { seal } from './verbs/seal.ts';
import { ship } from './verbs/ship.ts';
import { sign } from './verbs/sign.ts';
import { status } from './verbs/status.ts';
import { verify } from './verbs/verify.ts';

/** Every verb, in the order in which a team comes to need them. */
const verbs: readonly (Verb | VerbGroup)[] = [
  ...[init, dev, keys, root, ship, build, check, sign, publish, promote, rollback, withdraw, refresh],
  ...[status, pull, deploy, doctor, block, seal, verify],
];

type ExitCode = 0 | 1 | 2 | 3;

/** Runs the command with the arguments after its name. Returns the exit code: 0 done, 1 refused, 2 wrong usage, 3 not known. */
export async function runCommand(argv: readonly string[], context: Context): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(context, async (verb, args) => {
    exitCode = await runVerb(verb, args, context).catch((error: unknown) =>
      complain(error, argv, context, verb),
    );
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    // The help has been shown already.
    if (error.code === 'commander.help') return 2;
    return complain(new UsageError(error.message.replace(/^error: /, '')), argv, context);
  }
}

async function runVerb(verb: Verb, args: Args, context: Context): Promise<0 | 1 | 3> {
  // npm takes the options for itself if the “--” after “npm run release” is missing: a dry run would be a real one.
  if (context.env.npm_config_dry_run === 'true' && !args.has('dry-run'))
    throw new UsageError('npm took --dry-run for itself. Put “--” before the verb: npm run release -- VERB.');
  const { lines, facts, exitCode = 0 } = await verb.run(args, context);
  context.say(args.has('json') ? JSON.stringify(facts, null, 2) : lines.join('\n'));
  return exitCode;
}

/** Tells why the command failed. Throws the error again if it is unexpected. */
function complain(error: unknown, argv: readonly string[], context: Context, verb?: Verb): ExitCode {
  const failure = explainError(error);
  if (failure === undefined) throw error;
  const { exitCode, code, sentence } = failure;
  context.complain(argv.includes('--json') ? JSON.stringify({ code, sentence }) : `${sentence}\n(${code})`);
  return exitCode === 1 ? (verb?.refusedWith ?? 1) : exitCode;
}

type Act = (verb: Verb, args: Args) => Promise<void>;

/** The command line. `act` gets the verb that is named, and its arguments. Parsing rejects with `CommanderError`. */
export function createProgram({ say, complain }: Pick<Context, 'say' | 'complain'>, act: Act): Command {
  const program = new Command(command)
    .description('Releases of a remote: build, sign, publish, share, take back.')
    .addHelpText(
      'after',
      `\nExit codes: 0 done, 1 refused, 2 wrong usage, 3 not known.\nGuide: docs/release.md`,
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => say(text.trimEnd()),
      writeErr: (text) => complain(text.trimEnd()),
      // The error is thrown, too.
      outputError: () => undefined,
    });
  for (const verb of verbs) {
    const parent = 'verbs' in verb ? program.command(verb.name).description(verb.summary) : program;
    for (const one of 'verbs' in verb ? verb.verbs : [verb]) addVerb(parent, one, act);
  }
  return program;
}

/** Adds a verb to the command line of the program or of a group. */
export function addVerb(parent: Command, verb: Verb, act: Act): void {
  const own = parent.command(verb.name).description(verb.summary);
  if (verb.words) own.arguments(verb.words);
  for (const option of toOptions({ ...verb.options, json: { text: 'answer in JSON, for programs' } }))
    own.addOption(option);
  own.action(() => act(verb, toArgs(own)));
  own.exitOverride(({ exitCode, code, message }) => {
    const usage = exitCode === 0 ? '' : `\nUsage: ${own.createHelp().commandUsage(own)}`;
    throw new CommanderError(exitCode, code, message + usage);
  });
}

function toOptions(options: Options): readonly Option[] {
  return Object.entries(options).map(([name, { value, isMany, text }]) =>
    value === undefined
      ? new Option(`--${name}`, text)
      : new Option(`--${name} <${value}>`, isMany ? `${text}; may be repeated` : text).argParser(
          (given: string, before: readonly string[] = []) => {
            if (given.startsWith('--')) throw new InvalidArgumentError('It needs a value.');
            return isMany ? [...before, given] : [given];
          },
        ),
  );
}

function toArgs(own: Command): Args {
  const readValue = (name: string) => own.getOptionValue(new Option(`--${name}`).attributeName());
  const all = (name: string): readonly string[] => readValue(name) ?? [];
  return {
    words: own.args,
    has: (name) => readValue(name) === !name.startsWith('no-'),
    all,
    one: (name) => all(name).at(-1),
    whole(name) {
      const text = all(name).at(-1);
      if (text !== undefined && !/^\d{1,9}$/.test(text))
        throw new UsageError(`--${name} should be a whole number, not “${text}”.`);
      return text === undefined ? undefined : Number(text);
    },
    word(index, name) {
      const word = own.args[index];
      if (!word) throw new UsageError(`${name} is missing.`);
      return word;
    },
  };
}
