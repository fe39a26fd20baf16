/** One person's browser with one page, as far as all three engines can be driven. It shares nothing with another. */
export interface Session extends AsyncDisposable {
  /** Opens an address, and waits until its page has loaded. */
  go(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON has it; what it settles to if it is a promise. */
  evaluate<Value>(expression: string): Promise<Value>;
}

/** An expression of the same value as JSON text, whatever the value is. */
export function toJsonExpression(expression: string): string {
  return `Promise.resolve(${expression}).then((value) => JSON.stringify([value]))`;
}

/** The value of that text. */
export function readJsonAnswer<Value>(text: unknown): Value {
  if (typeof text !== 'string')
    throw new Error(`The page answered ${JSON.stringify(text)} in place of text.`);
  return JSON.parse(text)[0];
}
