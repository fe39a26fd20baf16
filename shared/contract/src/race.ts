import type { AttemptOptions } from './discovery.ts';
import { LinkspanError } from './error.ts';

/**
 * Asks a wallet, and never hangs on it: the person's cancel wins at once (`wallet/cancelled`), and past the
 * deadline the progress becomes `waiting`. What the wallet answers after a cancel is dropped, and undone where
 * `mayUndo` agrees.
 */
export async function raceAttempt<Answer>(
  wallet: string,
  options: Pick<AttemptOptions, 'signal' | 'deadlineMs' | 'onProgress' | 'mayUndo'>,
  request: { ask(): Promise<Answer>; undo(late: Answer): Promise<void> },
): Promise<Answer> {
  if (options.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  options.onProgress({ step: 'asking' });
  const answer = request.ask();
  const waiting = setTimeout(() => options.onProgress({ step: 'waiting' }), options.deadlineMs);
  const cancelled = whenAborted(options.signal, () => new LinkspanError('wallet/cancelled', { wallet }));
  try {
    const early = await Promise.race([answer, cancelled.promise]);
    if (options.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
    return early;
  } catch (error) {
    if (options.signal.aborted) undoLate(answer, request.undo, options.mayUndo);
    throw error;
  } finally {
    clearTimeout(waiting);
    cancelled.stop();
  }
}

/** Reads from a wallet within a deadline. Rejects with `wallet/timeout` or `wallet/cancelled`. */
export async function raceRead<Answer>(
  wallet: string,
  options: { readonly signal: AbortSignal; readonly deadlineMs: number },
  read: () => Promise<Answer>,
): Promise<Answer> {
  if (options.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), options.deadlineMs);
  const ended = [
    whenAborted(options.signal, () => new LinkspanError('wallet/cancelled', { wallet })),
    whenAborted(late.signal, () => new LinkspanError('wallet/timeout', { wallet })),
  ];
  try {
    return await Promise.race([...ended.map(({ promise }) => promise), read()]);
  } finally {
    clearTimeout(timer);
    for (const { stop } of ended) stop();
  }
}

function undoLate<Answer>(
  answer: Promise<Answer>,
  undo: (late: Answer) => Promise<void>,
  mayUndo: () => boolean,
): void {
  answer.then((late) => (mayUndo() ? undo(late) : undefined)).catch(() => undefined);
}

function whenAborted(signal: AbortSignal, reason: () => Error) {
  const { promise, reject } = withRejection();
  const abort = () => reject(reason());
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return { promise, stop: () => signal.removeEventListener('abort', abort) };
}

function withRejection(): { promise: Promise<never>; reject(error: Error): void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
