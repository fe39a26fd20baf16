import { LinkspanError, toList } from '@linkspan/contract';
import { isBlank } from '@linkspan/kit/locked';
import { type Address, getAddress } from 'viem';

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
