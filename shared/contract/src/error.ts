import type { Code, Context } from './codes.ts';

/** The one error class of Linkspan. Match on `code`: each bundle has its own copy of the class. */
export class LinkspanError<C extends Code = Code> extends Error {
  override readonly name = 'LinkspanError';
  readonly code: C;
  readonly context: Context<C>;

  constructor(code: C, context: Context<C>, options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(context)}`, options);
    this.code = code;
    this.context = context;
  }
}
