import { field, LinkspanError, toList } from '@linkspan/contract';
import { isBlank } from '@linkspan/kit/accounts';
import { isSolana } from './provider.ts';

// Loaded with the parser of accounts.
export { readLate } from '@linkspan/kit/accounts';

/** An account of a wallet: the wallet's own object, to be handed back to it as it is. */
export interface Account {
  /** Base58 of 32 bytes. */
  readonly address: string;
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

/**
 * The accounts on Solana, each address once, the first one in use, from unknown. An address is base58 of 32 bytes,
 * which has one spelling. Throws `wallet/malformed`, `wallet/locked`.
 */
export function parseAccounts(value: unknown, wallet: string): readonly Account[] {
  const accounts = toList(value);
  if (accounts?.every(isAccount)) {
    const own = accounts.filter(({ chains }) => isSolana(chains));
    return [...new Map(own.map((account) => [account.address, account])).values()];
  }
  if (isBlank(accounts?.map((account) => field(account, 'address'))))
    throw new LinkspanError('wallet/locked', { wallet });
  throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
}

function isAccount(value: unknown): value is Account {
  const chains = toList(field(value, 'chains'));
  return (
    chains !== undefined &&
    Array.isArray(field(value, 'features')) &&
    (isSolana(chains) ? isAddress(field(value, 'address')) : chains.every(isChain))
  );
}

/** A chain as the Wallet Standard names it, of whatever family. */
function isChain(chain: unknown): boolean {
  return typeof chain === 'string' && /^[^:]+:./.test(chain);
}

const addressForm = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether a text has the form of an address. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && addressForm.test(value);
}
