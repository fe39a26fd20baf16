import { hasCode, type NetworkId, raceRead } from '@linkspan/contract';
import { type Provider, parseAccounts } from '../provider.ts';
import type { NearNames } from './place.ts';

/** The wallet whose accounts are read again, until the signal aborts. */
export interface Watched {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly signal: AbortSignal;
  network(): NetworkId<'near'>;
}

const readDeadlineMs = 5_000;

/** Why a wallet shows no account. */
export type NoAccounts = 'wallet/revoked' | 'wallet/locked' | 'wallet/gone';

const reasons: readonly NoAccounts[] = ['wallet/revoked', 'wallet/locked', 'wallet/gone'];

/**
 * NEAR's wallets tell of no changes. The function that is returned reads their accounts again and reports them, or
 * `none` if the wallet has taken its permission back, is locked or is gone. It rejects as the wallet does for any other
 * reason: then nothing is known to have changed. One read runs at a time.
 */
export function createReader(
  { provider, wallet, signal, network }: Watched,
  report: { some(accounts: NearNames): Promise<void>; none(why: NoAccounts): void },
): () => Promise<void> {
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const [first, ...rest] = await raceRead(wallet, { signal, deadlineMs: readDeadlineMs }, async () =>
        parseAccounts(await provider.request('getAccounts', network()), wallet),
      );
      if (signal.aborted) return;
      if (first === undefined) report.none('wallet/revoked');
      else await report.some([first, ...rest]);
    } catch (error) {
      const why = reasons.find((code) => hasCode(error, code));
      if (why === undefined) throw error;
      if (!signal.aborted) report.none(why);
    }
  }

  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
