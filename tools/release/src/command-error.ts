import type { CommandCode, CommandContext } from './command-texts.ts';

/** Why the command does not do what it was asked. Match on `code`. */
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

/** The command was called in a way that it does not know; the message is for the person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
