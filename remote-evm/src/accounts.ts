import { field, hasCode, LinkspanError, type NetworkId, toList } from '@linkspan/contract';
import { isBlank, readLate } from '@linkspan/kit/accounts';
import { quietReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { type Address, getAddress } from 'viem';
import { accountsPermission, type Provider } from './provider.ts';

/**
 * The addresses that `eth_accounts`, `eth_requestAccounts` or `accountsChanged` report, each once, with their checksum
 * (EIP-55): wallets write the same address in lower case, in upper case or with its checksum. Throws
 * `wallet/malformed`, `wallet/locked`.
 */
export function parseAccounts(value: unknown, wallet: string): readonly Address[] {
  const addresses = toList(value);
  if (isBlank(addresses)) throw new LinkspanError('wallet/locked', { wallet });
  if (!addresses?.every(isAddress))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
  return [...new Set(addresses.map((address) => getAddress(address.toLowerCase())))];
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);
}

/** The answer of `eth_chainId`, in CAIP-2's form; some wallets write it as a number. Throws `wallet/malformed`. */
export function parseNetworkId(value: unknown, wallet: string): NetworkId<'eip155'> {
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(chainId) && chainId > 0) return `eip155:${chainId}`;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'chainId' });
}

/** The accounts that a wallet shows; some show them a moment after their approval, or after a load. */
export async function readShown(
  read: () => Promise<readonly Address[]>,
  waitMs: number,
): Promise<readonly Address[]> {
  const readOrNone = () =>
    read().catch((error: unknown) => {
      // Some wallets refuse to show accounts (4100) instead of showing none.
      if (hasCode(error, 'wallet/revoked')) return [];
      throw error;
    });
  return readLate(readOrNone, waitMs);
}

/**
 * Why a wallet shows no account: as long as it says that the page has its permission (EIP-2255, `wallet_getPermissions`)
 * it is locked. Many wallets do not say, and Phantom shows no permission while the person uses an account that the page
 * may not see: that the permission is gone is known only of a wallet whose code is part of this remote (`isOwn`). This
 * never prompts.
 */
export async function explainEmptyAccounts(
  provider: Provider,
  isOwn: boolean,
): Promise<'wallet/locked' | 'wallet/locked-or-ended' | 'wallet/revoked'> {
  const limits = { signal: new AbortController().signal, deadlineMs: quietReadMs };
  const ask = async () => provider.request({ method: 'wallet_getPermissions' });
  const permissions = toList(await raceRead('', limits, ask).catch(() => undefined));
  if (permissions?.some((one) => field(one, 'parentCapability') === 'eth_accounts')) return 'wallet/locked';
  return isOwn ? 'wallet/revoked' : 'wallet/locked-or-ended';
}

/**
 * That a wallet which shows no account grants none either. Rejects with `wallet/locked`, `wallet/locked-or-ended` if it
 * may still grant some.
 */
export async function assertRevoked(wallet: {
  readonly name: string;
  readonly provider: Provider;
  readonly own?: object;
}): Promise<undefined> {
  const why = await explainEmptyAccounts(wallet.provider, wallet.own !== undefined);
  if (why !== 'wallet/revoked') throw new LinkspanError(why, { wallet: wallet.name });
}

/** MIP-2: gives the wallet's permission back. Rejects if the wallet cannot: it keeps its permission. */
export async function revoke(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_revokePermissions', params: accountsPermission });
}
