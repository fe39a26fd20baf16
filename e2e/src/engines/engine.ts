/** A browser that is driven over its own protocol, so that the same steps can be taken in each. */
export interface Engine extends AsyncDisposable {
  /** A session that shares nothing with any other: no storage, and no cache, which would serve earlier files. */
  open(): Promise<Session>;
}

/** One person's browser with one page. */
export interface Session extends AsyncDisposable {
  /** Opens an address, and waits until its page has loaded. */
  go(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON has it; what it settles to where it is a promise. */
  evaluate<Value>(expression: string): Promise<Value>;
}

/** An engine that a machine has, or could have. */
export interface EngineKind {
  readonly name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  /** Why it cannot be had here; undefined where it can. */
  readonly missing: string | undefined;
  start(): Promise<Engine>;
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
