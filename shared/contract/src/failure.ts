import type { Code, Context } from './codes.ts';
import { LinkspanError } from './error.ts';
import { field, keysOf, messageOf } from './thrown.ts';

/** An error as a fact: plain data that the store can hold. `code` may be newer than this build. */
export interface Failure {
  readonly code: string;
  readonly context: Readonly<Record<string, string>>;
}

const codeForm = /^[a-z]{1,16}\/[a-z-]{1,32}$/;
const mostKeys = 50;
const mostTexts = 8;
const mostText = 300;

/** The failure with this code. */
export function failure<C extends Code>(code: C, context: Context<C>): Failure {
  return { code, context };
}

/** Whether an error, from this bundle or another, carries this code. Cannot throw. */
export function hasCode(error: unknown, code: Code): boolean {
  return codeOf(error) === code;
}

/** The code that an error carries, from this bundle or another; undefined if it carries none. Cannot throw. */
export function codeOf(error: unknown): string | undefined {
  const code = field(error, 'code');
  return typeof code === 'string' && codeForm.test(code) ? code : undefined;
}

/** Anything thrown as a fact; what has no code becomes `fallback`. Cannot throw. */
export function toFailure(error: unknown, fallback: Failure): Failure {
  const code = codeOf(error);
  if (code === undefined) return fallback;
  return { code, context: toContext(field(error, 'context')) };
}

/**
 * Anything thrown as an error of this bundle: with its code and context, else with its message. The thrown
 * value is its cause. Cannot throw.
 */
export function toPlainError(thrown: unknown): Error {
  const code = codeOf(thrown);
  if (code === undefined) return new Error(messageOf(thrown), { cause: thrown });
  return toError({ code, context: toContext(field(thrown, 'context')) }, thrown);
}

/** An error for a failure, to be thrown again. Its code may be newer than this build. */
export function toError({ code, context }: Failure, cause?: unknown): LinkspanError {
  return new LinkspanError(code as Code, context as Context, { cause });
}

function toContext(value: unknown): Failure['context'] {
  const texts = keysOf(value, mostKeys).flatMap((name) => {
    const text = field(value, name);
    return typeof text === 'string' ? [[name, text.slice(0, mostText)] as const] : [];
  });
  return Object.fromEntries(texts.slice(0, mostTexts));
}
