import { hasCode, type NetworkId, raceRead } from '@linkspan/contract';
import { type NearWallet, parseAccounts } from './provider.ts';

const silentMs = 5_000;

/**
 * NEAR's wallets tell of no changes: reads their accounts again whenever the person comes back to the page, and
 * reports them. None are left where the wallet has taken its permission back.
 */
export function watchAccounts(
  wallet: NearWallet,
  network: () => NetworkId<'near'>,
  signal: AbortSignal,
  report: (accounts: readonly string[]) => void,
): void {
  let reading = false;

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    const accounts = await raceRead(wallet.ref.name, { signal, deadlineMs: silentMs }, async () =>
      parseAccounts(await wallet.request('getAccounts', network()), wallet.ref),
    ).catch(toNoneIfRevoked);
    reading = false;
    if (accounts !== undefined && !signal.aborted) report(accounts);
  }

  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    window.addEventListener(event, () => void read(), { signal });
}

/** A wallet that cannot be read for another reason has changed nothing. */
function toNoneIfRevoked(error: unknown): readonly string[] | undefined {
  return hasCode(error, 'wallet/revoked') || hasCode(error, 'wallet/absent') ? [] : undefined;
}
