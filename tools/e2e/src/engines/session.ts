import { setTimeout as delay } from 'node:timers/promises';

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

/** What a function returns in the page; it can use nothing but its arguments and the page. */
export function call<Args extends readonly unknown[], Value>(
  session: Session,
  inPage: (...args: Args) => Value,
  ...args: Args
): Promise<Awaited<Value>> {
  return session.evaluate(`(${inPage})(${args.map((arg) => JSON.stringify(arg)).join()})`);
}

const patienceMs = 40_000;
const everyMs = 50;

/** Reads until the value is the expected one; the last value if it never is. A reload of the page may end a reading. */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const isLast = Date.now() > deadline;
    const found = await read().then(
      (value) => ({ value }),
      (error) => {
        if (isLast) throw error;
      },
    );
    if (found && (isLast || isExpected(found.value))) return found.value;
    await delay(everyMs);
  }
}
