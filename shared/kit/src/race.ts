import { type AttemptOptions, LinkspanError } from '@linkspan/contract';
import { pressMs } from './limits.ts';

/**
 * Asks a wallet: a cancel rejects at once (`wallet/cancelled`), and past the deadline the progress becomes `waiting`. After
 * a cancel, an approval is undone if `mayUndo` agrees.
 */
export function raceAttempt<Answer>(
  wallet: string,
  options: Pick<AttemptOptions, 'signal' | 'deadlineMs' | 'onProgress' | 'mayUndo'>,
  request: { ask(): Promise<Answer>; undo(late: Answer): Promise<void> },
): Promise<Answer> {
  const { signal, onProgress, mayUndo } = options;
  const ask = () => {
    const answer = request.ask();
    const undo = () =>
      void answer.then((late) => (mayUndo() ? request.undo(late) : undefined)).catch(() => undefined);
    signal.addEventListener('abort', undo, { once: true });
    onProgress({ step: 'asking' });
    return answer;
  };
  return race(wallet, options, ask, () => onProgress({ step: 'waiting' }));
}

/** Reads from a wallet within a deadline. Rejects with `wallet/timeout` or `wallet/cancelled`. */
export function raceRead<Answer>(
  wallet: string,
  limits: Pick<AttemptOptions, 'signal' | 'deadlineMs'>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  return race(wallet, limits, read, (reject) => reject(new LinkspanError('wallet/timeout', { wallet })));
}

/** The wallet's answer, or `wallet/cancelled` once the signal has aborted. A prompt has no deadline. */
export function raceRequest<Answer>(
  wallet: string,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return race(wallet, { signal, deadlineMs: 0 }, ask, () => undefined);
}

/** The answer, or `wallet/cancelled` once the signal has aborted; `late` is called at the deadline. */
function race<Answer>(
  wallet: string,
  { signal, deadlineMs }: Pick<AttemptOptions, 'signal' | 'deadlineMs'>,
  ask: () => Promise<Answer>,
  late: (reject: (error: Error) => void) => void,
): Promise<Answer> {
  let stop = () => {};
  return new Promise<Answer>((resolve, reject) => {
    const cancel = () => reject(new LinkspanError('wallet/cancelled', { wallet }));
    if (signal.aborted) return cancel();
    const timer = setTimeout(late, deadlineMs, reject);
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
    signal.addEventListener('abort', cancel);
    ask().then(resolve, reject);
  }).finally(() => stop());
}

/** The promise's outcome, or `late()` once the time has passed, in milliseconds of the page's own timers. */
export function within<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), timeMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Loads the code of a wallet for an attempt, so that it can open a window when this resolves: in the press that began the
 * attempt, or in another one if the code was late. Rejects as `load` does, or with `wallet/cancelled`.
 */
export async function openInPress<Provider>(
  wallet: string,
  { onProgress, pressed, signal }: Pick<AttemptOptions, 'onProgress' | 'pressed' | 'signal'>,
  load: () => Promise<Provider>,
): Promise<Provider> {
  const startedAt = performance.now();
  onProgress({ step: 'loading' });
  const provider = await raceRequest(wallet, signal, load);
  // Browsers let a press open a window for a while; the strictest for a second.
  if (performance.now() - startedAt > pressMs || !navigator.userActivation.isActive) {
    onProgress({ step: 'press' });
    await raceRequest(wallet, signal, pressed);
  }
  return provider;
}
