import { field, LinkspanError, type ScopedStorage, toList } from '@linkspan/contract';
import { tryTo } from '@linkspan/kit/util';
import { getBase58Decoder, getBase64Encoder } from '@solana/kit';
import type { Account } from '../accounts.ts';
import { isAddress } from '../accounts.ts';
import type { Feature, TransactionVersion } from '../provider.ts';

/** A wallet app's permission, stored until Disconnect. */
export interface Authorization {
  /** By it the app knows the page again, without a prompt. */
  readonly token: string;
  /** The cluster that it is for, as the Wallet Standard names it. */
  readonly chain: string;
  /** Base58, in the app's order. */
  readonly addresses: readonly string[];
  readonly features: readonly Feature[];
  readonly versions: readonly TransactionVersion[];
  /** The https address that opens this app and no other. */
  readonly base?: string;
}

const key = 'authorization';

/** An app's features. */
export type Capabilities = Pick<Authorization, 'chain' | 'features' | 'versions'>;

/** The capabilities in the answer to `get_capabilities` (Mobile Wallet Adapter 2.0, "get_capabilities"). */
export function parseCapabilities(answer: unknown, chain: string): Capabilities {
  const signs = toList(field(answer, 'features'))?.includes('solana:signTransactions');
  const sends = field(answer, 'supports_sign_and_send_transactions') === true;
  const versions = toVersions(field(answer, 'supported_transaction_versions'));
  return {
    chain,
    features: [
      'solana:signMessage',
      ...(signs ? (['solana:signTransaction'] as const) : []),
      ...(sends ? (['solana:signAndSendTransaction'] as const) : []),
    ],
    versions,
  };
}

/**
 * The answer to `authorize`: keys come in base64. Throws `wallet/malformed`, and `wallet/no-accounts` if it
 * names none.
 */
export function parseAuthorization(
  answer: unknown,
  { chain, features, versions }: Capabilities,
  wallet: string,
): Authorization {
  const token = field(answer, 'auth_token');
  if (typeof token !== 'string' || token === '')
    throw new LinkspanError('wallet/malformed', { wallet, place: 'auth_token' });
  const accounts = toList(field(answer, 'accounts'));
  const addresses = accounts?.map((account) => toAddress(field(account, 'address')));
  if (!addresses?.every(isAddress))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
  if (addresses.length === 0) throw new LinkspanError('wallet/no-accounts', { wallet });
  const base = field(answer, 'wallet_uri_base');
  return { token, addresses, chain, features, versions, ...(isHttps(base) && { base }) };
}

/** The stored authorization; undefined if there is none, or in another form. */
export function readAuthorization(storage: ScopedStorage): Authorization | undefined {
  const stored = tryTo<unknown>(() => JSON.parse(storage.get(key) ?? ''));
  const [token, chain, base] = [field(stored, 'token'), field(stored, 'chain'), field(stored, 'base')];
  const addresses = toList(field(stored, 'addresses'))?.filter(isAddress) ?? [];
  const features = (toList(field(stored, 'features')) ?? []) as readonly Feature[];
  if (typeof token !== 'string' || typeof chain !== 'string' || addresses.length === 0) return undefined;
  const versions = toVersions(field(stored, 'versions'));
  return { token, chain, addresses, features, versions, ...(isHttps(base) && { base }) };
}

export function storeAuthorization(storage: ScopedStorage, authorization: Authorization): void {
  storage.set(key, JSON.stringify(authorization));
}

/** Also forgets which accounts signatures have proved. */
export function forgetAuthorization(storage: ScopedStorage): void {
  for (const one of [key, 'proved']) storage.remove(one);
}

/** The accounts as the Wallet Standard has them. */
export function toAccounts(authorization: Authorization | undefined): readonly Account[] {
  if (authorization === undefined) return [];
  const { addresses, chain, features } = authorization;
  return addresses.map((address) => ({ address, chains: [chain], features }));
}

function toVersions(listed: unknown): readonly TransactionVersion[] {
  return ([0, 'legacy'] as const).filter((version) => toList(listed)?.includes(version));
}

function toAddress(base64: unknown): string | undefined {
  const bytes = typeof base64 === 'string' ? tryTo(() => getBase64Encoder().encode(base64)) : undefined;
  return bytes?.length === 32 ? getBase58Decoder().decode(bytes) : undefined;
}

function isHttps(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:';
}
