import { type AttemptOptions, LinkspanError } from '@linkspan/contract';

/**
 * Asks a wallet, and never hangs on it: the person's cancel wins at once (`wallet/cancelled`), and past the
 * deadline the progress becomes `waiting`. What the wallet answers after a cancel is dropped, and undone where
 * `mayUndo` agrees; so is what it has answered, where the cancel comes while that is being adopted.
 */
export async function raceAttempt<Answer>(
  wallet: string,
  options: Pick<AttemptOptions, 'signal' | 'deadlineMs' | 'onProgress' | 'mayUndo'>,
  request: { ask(): Promise<Answer>; undo(late: Answer): Promise<void> },
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  const undo = async (late: Answer) => (options.mayUndo() ? request.undo(late) : undefined);
  try {
    const approved = await race(wallet, options, {
      start() {
        options.onProgress({ step: 'asking' });
        answer = request.ask();
        return answer;
      },
      late: () => options.onProgress({ step: 'waiting' }),
    });
    options.signal.addEventListener('abort', () => void undo(approved).catch(() => undefined), {
      once: true,
    });
    return approved;
  } catch (error) {
    if (options.signal.aborted) answer?.then(undo).catch(() => undefined);
    throw error;
  }
}

/** Reads from a wallet within a deadline. Rejects with `wallet/timeout` or `wallet/cancelled`. */
export async function raceRead<Answer>(
  wallet: string,
  limits: Pick<AttemptOptions, 'signal' | 'deadlineMs'>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const late = (reject: (error: Error) => void) => reject(new LinkspanError('wallet/timeout', { wallet }));
  return race(wallet, limits, { start: read, late });
}

/** The answer, or `wallet/cancelled` once the signal has aborted; `late` is called at the deadline. */
async function race<Answer>(
  wallet: string,
  { signal, deadlineMs }: Pick<AttemptOptions, 'signal' | 'deadlineMs'>,
  { start, late }: { start(): Promise<Answer>; late(reject: (error: Error) => void): void },
): Promise<Answer> {
  const cancelled = () => new LinkspanError('wallet/cancelled', { wallet });
  if (signal.aborted) throw cancelled();
  let stop = () => {};
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const cancel = () => reject(cancelled());
      const timer = setTimeout(late, deadlineMs, reject);
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      };
      signal.addEventListener('abort', cancel);
      start().then(resolve, reject);
    });
    if (signal.aborted) throw cancelled();
    return answer;
  } finally {
    stop();
  }
}

/** The promise's outcome, or `late()` once the time has passed, in milliseconds of the page's own timers. */
export function within<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    // In a promise of its own, so that what `late` throws rejects too.
    const timer = setTimeout(() => void Promise.resolve().then(late).then(reject, reject), timeMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The wallet's answer, or `wallet/cancelled` once the signal has aborted: what comes after that is not heard. */
export function whileOpen<Answer>(
  wallet: string,
  signal: AbortSignal,
  answer: Promise<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new LinkspanError('wallet/cancelled', { wallet }));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
