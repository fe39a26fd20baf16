import { lateAccountsMs, lateAccountsPauseMs } from './limits.ts';

/**
 * Reads the accounts of a wallet that has approved and answered with none, until it shows some: several wallets show them
 * a moment later, or only to a read. Returns an empty list after two seconds, or after `waitMs` if that is less; each
 * pause is twice the one before. Rejects as `read` does.
 */
export async function readLate<Account>(
  read: () => Promise<readonly Account[]>,
  waitMs = lateAccountsMs,
): Promise<readonly Account[]> {
  const until = performance.now() + Math.min(waitMs, lateAccountsMs);
  for (let pauseMs = lateAccountsPauseMs; ; pauseMs *= 2) {
    const accounts = await read();
    const leftMs = until - performance.now();
    if (accounts.length > 0 || leftMs <= 0) return accounts;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, leftMs)));
  }
}

/** True if all addresses of a wallet are empty: one that was never unlocked answers `[""]`. */
export function isBlank(addresses: readonly unknown[] | undefined): boolean {
  return !!addresses?.length && addresses.every((address) => address === '' || address === null);
}
