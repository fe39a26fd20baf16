import { type Code, type Context, codes } from './codes.ts';
import { LinkspanError } from './error.ts';

/** An error as a fact: plain data that the store can hold. `code` may be newer than this build. */
export interface Failure {
  readonly code: string;
  readonly context: Readonly<Record<string, string>>;
}

const codeForm = /^[a-z]{1,16}\/[a-z-]{1,32}$/;

/** The failure with this code. */
export function failure<C extends Code>(code: C, context: Context<C>): Failure {
  return { code, context };
}

/** Whether an error, from this bundle or another, carries this code. */
export function hasCode(error: unknown, code: Code): boolean {
  return codeOf(error) === code;
}

/** The code that an error carries, from this bundle or another; undefined where it carries none. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codeForm.test(code) ? code : undefined;
}

/** An error as a fact; one without a code becomes `fallback`. */
export function toFailure(error: unknown, fallback: Failure): Failure {
  const code = codeOf(error);
  if (code === undefined) return fallback;
  return { code, context: toContext((error as { context?: unknown }).context) };
}

/** An error for a failure, to be thrown again. */
export function toError(failed: Failure, cause?: unknown): LinkspanError {
  const known = (Object.hasOwn(codes, failed.code) ? failed.code : 'remote/failed') as Code;
  return new LinkspanError(known, { ...emptyContext(known), ...failed.context } as never, { cause });
}

function toContext(value: unknown): Failure['context'] {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts.slice(0, 8).map(([name, text]) => [name, String(text).slice(0, 300)]));
}

function emptyContext(code: Code): Record<string, string> {
  return Object.fromEntries(codes[code].map((name) => [name, '']));
}
