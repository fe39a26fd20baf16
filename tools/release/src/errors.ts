import { format } from '@linkspan/contract';
import { type CommandCode, type CommandContext, commandTexts, documentTexts } from './error-texts.ts';
import { explainStore, StoreError } from './store/errors.ts';

/** Why the command refuses. Match on `code`. */
export class CommandError<C extends CommandCode = CommandCode> extends Error {
  override readonly name = 'CommandError';
  readonly code: C;
  readonly context: CommandContext<C>;

  constructor(code: C, context: CommandContext<C>, options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(context)}`, options);
    this.code = code;
    this.context = context;
  }
}

/** The command was called with wrong arguments; the message is for the person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the command fails: its exit code, error code and message. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly code: string;
  readonly sentence: string;
}

/** Explains an error; undefined if it is not an expected one. */
export function explainError(error: unknown): Failure | undefined {
  if (error instanceof UsageError) return { exitCode: 2, code: 'command/usage', sentence: error.message };
  if (error instanceof CommandError) {
    const { code, context }: CommandError = error;
    return refused(code, commandTexts[code], context);
  }
  if (error instanceof StoreError) {
    const { title, advice } = explainStore(error);
    return { exitCode: 1, code: error.code, sentence: `${title}. ${advice}` };
  }
  // By its code: each package may have its own copy of the class.
  const { code, context } = error as { code?: unknown; context?: Readonly<Record<string, string>> };
  if (typeof code !== 'string' || !Object.hasOwn(documentTexts, code)) return undefined;
  return refused(code, documentTexts[code as keyof typeof documentTexts], inWords(context ?? {}));
}

/** Explains a refusal. Throws the error again if it is unexpected or the store's own. */
export function explainRefusal(error: unknown): Failure {
  const end = explainError(error);
  if (end === undefined || end.code.startsWith('store/')) throw error;
  return end;
}

function refused(code: string, text: string, context: Readonly<Record<string, string>>): Failure {
  return { exitCode: 1, code, sentence: format(text, context) };
}

/**
 * The context of a document’s code as one line, since it may be what a document of nobody knows whom says; “live” alone
 * would read as no noun.
 */
function inWords(context: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lines = Object.entries(context).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]);
  const words: Readonly<Record<string, string>> = Object.fromEntries(lines);
  return words.document === 'live' ? { ...words, document: 'live document' } : words;
}
