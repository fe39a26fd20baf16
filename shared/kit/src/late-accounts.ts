import { lateAccountsMs, lateAccountsPauseMs } from './limits.ts';

/**
 * Reads the accounts of a wallet that has approved and answered with none, until it shows some: several wallets show them
 * a moment later, or only where they are read. Returns an empty list after two seconds, or after `waitMs` if that is
 * less. Rejects as `read` does.
 */
export async function readLate<Account>(
  read: () => Promise<readonly Account[]>,
  waitMs = lateAccountsMs,
): Promise<readonly Account[]> {
  for (let waitedMs = 0; ; waitedMs += lateAccountsPauseMs) {
    const accounts = await read();
    if (accounts.length > 0 || waitedMs >= Math.min(waitMs, lateAccountsMs)) return accounts;
    await new Promise((resolve) => setTimeout(resolve, lateAccountsPauseMs));
  }
}
