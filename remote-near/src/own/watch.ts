import { type Code, hasCode, type NetworkId, raceRead } from '@linkspan/contract';
import { type Provider, parseAccounts } from '../provider.ts';

/** The wallet whose accounts are read again, until the signal aborts. */
export interface Watched {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly signal: AbortSignal;
  network(): NetworkId<'near'>;
}

const readDeadlineMs = 5_000;

const ends: readonly Code[] = ['wallet/revoked', 'wallet/locked', 'wallet/gone'];

/**
 * NEAR's wallets tell of no changes: reads their accounts again whenever the person comes back to the page, and
 * reports them. None are left where the wallet has taken its permission back, or is gone: `why` is then the code.
 */
export function watchAccounts(
  { provider, wallet, signal, network }: Watched,
  report: (accounts: readonly string[], why: Code) => void,
): void {
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    let why: Code = 'wallet/revoked';
    const accounts = await raceRead(wallet, { signal, deadlineMs: readDeadlineMs }, async () =>
      parseAccounts(await provider.request('getAccounts', network()), wallet),
    ).catch((error: unknown) => {
      const end = ends.find((code) => hasCode(error, code));
      why = end ?? why;
      // A wallet that cannot be read for another reason has changed nothing.
      return end && [];
    });
    isReading = false;
    if (accounts !== undefined && !signal.aborted) report(accounts, why);
  }

  for (const event of ['focus', 'visibilitychange', 'pageshow'])
    window.addEventListener(event, () => void read(), { signal });
}
