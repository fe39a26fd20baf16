import { LinkspanError } from '@linkspan/contract';

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
