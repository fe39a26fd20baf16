import { codeOf } from '@linkspan/contract';

/** The fault that a case finds, as a sentence. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
}

/** Throws the sentence unless the condition holds. */
export function assert(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new ConformanceError(sentence);
}

/** Throws unless the two are the same; `what` is read before "is". */
export function assertSame(found: unknown, wanted: unknown, what: string): void {
  assert(found === wanted, `${what} is ${print(found)}, and should be ${print(wanted)}`);
}

/** The code of a rejection. Throws if the promise resolves, or rejects without a code. */
export async function codeOfRejection(promise: Promise<unknown>, what: string): Promise<string> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome)
    throw new ConformanceError(`${what} should reject, and answers ${print(outcome.value)}`);
  const code = codeOf(outcome.error);
  assert(code !== undefined, `${what} rejects without a code: ${String(outcome.error)}`);
  return code;
}

/** Throws unless the promise rejects with one of these codes. */
export async function assertRejects(
  promise: Promise<unknown>,
  what: string,
  ...codes: readonly string[]
): Promise<void> {
  const code = await codeOfRejection(promise, what);
  assert(codes.includes(code), `${what} rejects with ${code}, and should with ${codes.join(' or ')}`);
}

function print(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

const lookEveryMs = 10;

/** The promise's outcome, or the sentence as an error once so many milliseconds have passed. */
export function within<Value>(promise: Promise<Value>, ms: number, sentence: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConformanceError(sentence)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Polls for the first answer that is not undefined. */
export async function until<Value>(
  look: () => Value | undefined,
  ms: number,
  sentence: string,
): Promise<Value> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new ConformanceError(sentence);
    await pause(lookEveryMs);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
