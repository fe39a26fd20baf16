import { field, hasCode, raceRead, toList } from '@linkspan/contract';
import type { Provider } from '../provider.ts';

export { settleRivals } from '@linkspan/kit/rivals';

/** What a wallet can be asked about its own state without asking a person. The discovery loads it when there is doubt. */

/**
 * Why a wallet shows no account: as long as it has the page's permission (EIP-2255, `wallet_getPermissions`) it is
 * locked, else the permission is gone. Many wallets do not tell.
 */
export async function whyNone(
  provider: Provider,
): Promise<'wallet/locked' | 'wallet/locked-or-ended' | 'wallet/revoked'> {
  const permissions = await ask(provider, 'wallet_getPermissions').catch(() => undefined);
  const list = toList(permissions);
  if (list === undefined) return 'wallet/locked-or-ended';
  const isGranted = list.some((one) => field(one, 'parentCapability') === 'eth_accounts');
  return isGranted ? 'wallet/locked' : 'wallet/revoked';
}

/** Whether a wallet is still there. One that hangs, or says that it is gone (EIP-1193, 4900), is not. */
export async function isAlive(provider: Provider): Promise<boolean> {
  return ask(provider, 'eth_chainId').then(
    () => true,
    (error: unknown) => !hasCode(error, 'wallet/timeout') && field(error, 'code') !== 4900,
  );
}

const deadlineMs = 2_000;

function ask(provider: Provider, method: string): Promise<unknown> {
  const limits = { signal: new AbortController().signal, deadlineMs };
  return raceRead('', limits, async () => provider.request({ method }));
}
