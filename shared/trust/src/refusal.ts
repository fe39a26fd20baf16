import { type Code, type Context, LinkspanError } from '@linkspan/contract';

/** The error for a document or release that is refused; numbers in its context become text. */
export function refusal<C extends Code & `release/${string}`>(
  code: C,
  context: { readonly [Name in keyof Context<C>]: string | number },
): LinkspanError<C> {
  const texts = Object.entries(context).map(([name, value]) => [name, `${value}`]);
  return new LinkspanError(code, Object.fromEntries(texts));
}
