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
  const until = performance.now() + Math.min(waitMs, lateAccountsMs);
  for (;;) {
    const accounts = await read();
    if (accounts.length > 0 || performance.now() >= until) return accounts;
    await new Promise((resolve) => setTimeout(resolve, lateAccountsPauseMs));
  }
}
