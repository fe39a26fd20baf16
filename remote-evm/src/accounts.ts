import { field, LinkspanError, toList } from '@linkspan/contract';
import { quietReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { isBlank } from '@linkspan/kit/util';
import { type Address, getAddress } from 'viem';
import type { Provider } from './provider.ts';

/**
 * The addresses that `eth_accounts`, `eth_requestAccounts` or `accountsChanged` tell, each once, with their checksum
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

/**
 * Why a wallet shows no account: as long as it has the page's permission (EIP-2255, `wallet_getPermissions`) it is
 * locked, else the permission is gone. Many wallets do not tell. No person is asked.
 */
export async function whyNone(
  provider: Provider,
): Promise<'wallet/locked' | 'wallet/locked-or-ended' | 'wallet/revoked'> {
  const limits = { signal: new AbortController().signal, deadlineMs: quietReadMs };
  const ask = async () => provider.request({ method: 'wallet_getPermissions' });
  const permissions = toList(await raceRead('', limits, ask).catch(() => undefined));
  if (permissions === undefined) return 'wallet/locked-or-ended';
  const isGranted = permissions.some((one) => field(one, 'parentCapability') === 'eth_accounts');
  return isGranted ? 'wallet/locked' : 'wallet/revoked';
}
