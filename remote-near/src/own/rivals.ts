import { hasCode, type NetworkId, raceRead } from '@linkspan/contract';
import type { Provider } from '../provider.ts';

export { settleRivals } from '@linkspan/kit/rivals';

const deadlineMs = 2_000;

/**
 * Tells whether a wallet is still there: `getAccounts` asks nobody. One that hangs, or says that it is gone, is not. The
 * discovery loads this when another wallet takes the same id.
 */
export function createIsAlive(network: NetworkId<'near'>): (provider: Provider) => Promise<boolean> {
  return (provider) => {
    const limits = { signal: new AbortController().signal, deadlineMs };
    return raceRead('', limits, () => provider.request('getAccounts', network)).then(
      () => true,
      (error: unknown) => !hasCode(error, 'wallet/timeout') && !hasCode(error, 'wallet/gone'),
    );
  };
}
