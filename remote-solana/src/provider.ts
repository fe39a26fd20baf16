import { field, hasCode, LinkspanError, toList } from '@linkspan/contract';
import { listen } from '@linkspan/kit/listen';
import { isBlank } from '@linkspan/kit/locked';

/** The wallet object that discovery hands to the connector: a wallet as the Wallet Standard has it. */
export interface Provider {
  readonly name: string;
  readonly icon?: unknown;
  readonly chains: readonly string[];
  readonly accounts: unknown;
  readonly features: Readonly<Record<string, unknown>>;
}

/** An account of a wallet: the wallet's own object, to be handed back to it as it is. */
export interface Account {
  /** Base58 of 32 bytes. */
  readonly address: string;
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

/** A feature of the Wallet Standard whose one function has the name behind the colon. */
export type Feature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'solana:signIn'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction';

const addressForm = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** A wallet that can connect on Solana, from unknown. Throws `wallet/malformed`. */
export function parseProvider(value: unknown, wallet: string): Provider {
  if (isProvider(value)) return value;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}

/** Whether a value is a wallet that can connect on Solana. */
export function isProvider(value: unknown): value is Provider {
  return (
    typeof field(value, 'name') === 'string' &&
    isSolana(field(value, 'chains')) &&
    methodOf(value, 'standard:connect') !== undefined
  );
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

/** Whether a text has the form of an address. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && addressForm.test(value);
}

/** Whether a wallet has a feature. */
export function canAsk(provider: Provider, feature: Feature): boolean {
  return methodOf(provider, feature) !== undefined;
}

/** The version of a transaction that the page builds: 0 unless the wallet takes legacy ones alone. */
export type TransactionVersion = 0 | 'legacy';

/**
 * The version of transaction that a wallet takes by a feature, by its `supportedTransactionVersions`; undefined if it lacks
 * the feature, or takes none that the page builds. One that lists none is older than the list.
 */
export function versionFor(provider: Provider, feature: Feature): TransactionVersion | undefined {
  if (!canAsk(provider, feature)) return undefined;
  const listed = field(field(provider.features, feature), 'supportedTransactionVersions');
  if (listed === undefined) return 0;
  return ([0, 'legacy'] as const).find((version) => toList(listed)?.includes(version));
}

/** Calls a feature of a wallet. Rejects with `wallet/unsupported`, and with the wallet's own errors. */
export async function ask(provider: Provider, feature: Feature, input?: object): Promise<unknown> {
  const call = methodOf(provider, feature);
  if (call === undefined)
    throw new LinkspanError('wallet/unsupported', { wallet: provider.name, method: feature });
  return call.call(provider.features[feature], input);
}

function isAccount(value: unknown): value is Account {
  const chains = toList(field(value, 'chains'));
  return (
    chains !== undefined &&
    Array.isArray(field(value, 'features')) &&
    (isSolana(chains) ? isAddress(field(value, 'address')) : chains.every(isChain))
  );
}

function isSolana(chains: unknown): boolean {
  return toList(chains)?.some((chain) => String(chain).startsWith('solana:')) ?? false;
}

/** A chain as the Wallet Standard names it, of whatever family. */
function isChain(chain: unknown): boolean {
  return /^[^:]+:./.test(String(chain));
}

function methodOf(wallet: unknown, feature: Feature) {
  const method = field(field(field(wallet, 'features'), feature), feature.slice(feature.indexOf(':') + 1));
  return typeof method === 'function' ? method : undefined;
}

/** Whether a wallet has refused to connect silently: by a rejection, or since nothing is permitted. */
export function isRefusal(error: unknown): boolean {
  return (
    [4001, 4100].includes(Number(field(error, 'code'))) ||
    hasCode(error, 'wallet/rejected') ||
    hasCode(error, 'wallet/revoked')
  );
}

/**
 * Calls at each change that the wallet tells (`standard:events`), until the signal aborts. Returns whether the wallet
 * tells of any.
 */
export function onChange(provider: Provider, signal: AbortSignal, change: () => void): boolean {
  return listen(field(provider.features, 'standard:events'), { change }, signal);
}
