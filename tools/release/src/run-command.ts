import { assertNoneTakenByNpm, parseCommandLine } from './args/parse-args.ts';
import { toHelp, toVerbHelp } from './args/usage.ts';
import { explainError, UsageError } from './errors.ts';
import type { Context, Verb } from './verb.ts';
import { verbs } from './verbs/index.ts';

/** Runs the command with the arguments after its name. Returns the exit code: 0 done, 1 refused, 2 wrong usage, 3 not known. */
export async function runCommand(argv: readonly string[], context: Context): Promise<0 | 1 | 2 | 3> {
  const isJson = argv.includes('--json');
  try {
    const [name, ...rest] = argv;
    if (name !== undefined && !['--help', '-h', 'help'].includes(name))
      return await runVerb(findVerb(name), rest, context);
    context.say(toHelp(verbs));
    return name === undefined ? 2 : 0;
  } catch (error) {
    const end = explainError(error);
    if (end === undefined) throw error;
    const { exitCode, code, sentence } = end;
    context.complain(isJson ? JSON.stringify({ code, sentence }) : `${sentence}\n(${code})`);
    return exitCode === 1 ? (verbs.find((one) => one.name === argv[0])?.refusedWith ?? exitCode) : exitCode;
  }
}

function findVerb(name: string): Verb {
  const verb = verbs.find((one) => one.name === name);
  if (verb === undefined)
    throw new UsageError(
      `There is no verb “${name}”. There are: ${verbs.map((one) => one.name).join(', ')}.`,
    );
  return verb;
}

async function runVerb(verb: Verb, argv: readonly string[], context: Context): Promise<0 | 1 | 3> {
  assertNoneTakenByNpm(verb, argv, context);
  const args = parseCommandLine(verb, argv);
  if (args.has('help')) {
    context.say(toVerbHelp(verb));
    return 0;
  }
  const { lines, facts, exitCode = 0 } = await verb.run(args, context);
  context.say(args.has('json') ? JSON.stringify(facts, null, 2) : lines.join('\n'));
  return exitCode;
}
