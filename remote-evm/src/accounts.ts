import { LinkspanError, list, Misshapen, text } from '@linkspan/contract';
import { type Address, getAddress } from 'viem';

const addresses = list(text('an address', (value) => /^0x[0-9a-f]{40}$/i.test(value)));

/**
 * The addresses that `eth_accounts`, `eth_requestAccounts` or `accountsChanged` tell, each once, with their checksum
 * (EIP-55): wallets write the same address in lower case, in upper case or with its checksum. Throws
 * `wallet/malformed`.
 */
export function parseAccounts(value: unknown, wallet: string): readonly Address[] {
  try {
    const found = addresses(value, 'accounts').map((address) => getAddress(address.toLowerCase() as Address));
    return [...new Set(found)];
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' }, { cause });
  }
}
