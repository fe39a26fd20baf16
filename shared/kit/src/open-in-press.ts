import type { AttemptOptions } from '@linkspan/contract';
import { pressMs } from './limits.ts';
import { raceRequest } from './race.ts';

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
