import { field, isLocalNetwork, LinkspanError, type Network, toList } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { listen } from '@linkspan/kit/util';
import type { Proof } from '@linkspan/kit/wallet-storage';

/** The references of the public clusters (CAIP-2) by their names in the Wallet Standard. */
export const clusters = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
} as const;

/** Whether a network is one of the public clusters, which every wallet knows. */
export function isPublic({ id }: Pick<Network<'solana'>, 'id'>): boolean {
  return Object.values(clusters).some((reference) => id === `solana:${reference}`);
}

/** A wallet's object, as the Wallet Standard has it. Nothing that it says of itself is trusted. */
export interface Provider {
  readonly name: string;
  readonly icon?: unknown;
  readonly chains: readonly string[];
  readonly accounts: unknown;
  readonly features: Readonly<Record<string, unknown>>;
}

/** What this remote itself knows of a wallet whose code is part of it. */
export interface Own {
  /** Which addresses a signature has proved, of a wallet whose accounts only a pairing or an app has named. */
  readonly proof?: Proof;
  /** See `Connection.appUrl`. */
  readonly appUrl?: () => string | undefined;
}

/** A feature of the Wallet Standard whose one function has the name behind the colon. */
export type Feature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'solana:signIn'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction';

/** The wallet of an approval, from the discovery of the same release. Throws `wallet/malformed`. */
export function parseHanded(value: unknown, wallet: string): Handed<Provider, Own> {
  const [provider, own] = [field(value, 'provider'), field(value, 'own')];
  if (isProvider(provider)) return { provider, own: own as Own | undefined };
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

/** Whether a list of chains, as the Wallet Standard names them, has one of Solana. */
export function isSolana(chains: unknown): boolean {
  return toList(chains)?.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) ?? false;
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
  return ([0, 'legacy'] as const).find((version) => takesVersion(provider, feature, version));
}

/** Whether a wallet takes a version of transaction by a feature. */
export function takesVersion(provider: Provider, feature: Feature, version: TransactionVersion): boolean {
  if (!canAsk(provider, feature)) return false;
  const listed = field(featureOf(provider, feature), 'supportedTransactionVersions');
  return listed === undefined || (toList(listed)?.includes(version) ?? false);
}

/** Calls a feature of a wallet. Rejects with `wallet/unsupported`, and with the wallet's own errors. */
export async function ask(
  provider: Provider,
  feature: Feature,
  ...inputs: readonly (object | undefined)[]
): Promise<unknown> {
  const call = methodOf(provider, feature);
  if (call === undefined)
    throw new LinkspanError('wallet/unsupported', {
      wallet: String(field(provider, 'name')),
      method: feature,
    });
  return Reflect.apply(call, featureOf(provider, feature), inputs);
}

/** The feature's object as the wallet shows it; cannot throw. */
function featureOf(wallet: unknown, feature: Feature | 'standard:events'): unknown {
  return field(field(wallet, 'features'), feature);
}

function methodOf(wallet: unknown, feature: Feature) {
  const method = field(featureOf(wallet, feature), feature.slice(feature.indexOf(':') + 1));
  return typeof method === 'function' ? method : undefined;
}

/** The accounts as the wallet shows them; cannot throw. */
export function accountsOf(wallet: Provider): unknown {
  return field(wallet, 'accounts');
}

/**
 * The key under which the id of a wallet is stored that has shown no account since it was connected. Some wallets, such as
 * MetaMask, ask the person at a silent connect if they grant nothing any more: this one is not asked at the next load.
 */
export const hiddenKey = 'hidden';

/** The result of a later silent connect. */
const silentTries = new WeakMap<Provider, () => Promise<unknown>>();

/**
 * Connects without a prompt, once in the life of a page: a locked wallet may open a window each time, and some wallets
 * report a change each time. Later calls share the answer while it is awaited; after that they return undefined, or reject
 * as the first one did.
 */
export async function connectSilently(provider: Provider): Promise<unknown> {
  const again = silentTries.get(provider);
  if (again !== undefined) return again();
  // It is known before the wallet is asked, which may report a change within the call.
  const answer = Promise.resolve().then(() => ask(provider, 'standard:connect', { silent: true }));
  silentTries.set(provider, () => answer);
  return answer.finally(() => silentTries.set(provider, () => answer.then(() => undefined)));
}

/**
 * Calls at each change that the wallet reports (`standard:events`), until the signal aborts. Returns whether the wallet
 * reports any.
 */
export function onChange(provider: Provider, signal: AbortSignal, change: () => void): boolean {
  return listen(featureOf(provider, 'standard:events'), { change }, signal);
}

/**
 * The Wallet Standard's name of a cluster: `solana:devnet`. One that is not public is `solana:localnet` if its nodes run
 * on this machine; undefined for any other.
 */
export function toClusterName(network: Network<'solana'>): string | undefined {
  const known = Object.entries(clusters).find(([, reference]) => network.id === `solana:${reference}`);
  if (known !== undefined) return `solana:${known[0]}`;
  return isLocalNetwork(network) ? 'solana:localnet' : undefined;
}

/** The same. Throws `wallet/network-unsupported` for a cluster that wallets have no name for. */
export function assertClusterName(network: Network<'solana'>, wallet: string): string {
  const name = toClusterName(network);
  if (name === undefined) throw toUnsupported(network, wallet);
  return name;
}

/**
 * How an account names a network: by the CAIP-2 id if it knows that, since all local clusters share one name.
 * Throws `wallet/network-unsupported` if it has neither.
 */
export function toChainName(
  { chains }: Pick<Provider, 'chains'>,
  network: Network<'solana'>,
  wallet: string,
): string {
  const names = [network.id, toClusterName(network)];
  const named = names.find((chain) => chain !== undefined && chains.includes(chain));
  if (named === undefined) throw toUnsupported(network, wallet);
  return named;
}

function toUnsupported({ title }: Network, wallet: string): LinkspanError {
  return new LinkspanError('wallet/network-unsupported', { wallet, network: title });
}

/** The output of `solana:signMessage`. */
export interface SignedText {
  /** The bytes that were signed: the wallet may have changed them. */
  readonly signedMessage: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** The output of `solana:signIn`, with the account that the wallet names. */
export interface SignedIn extends SignedText {
  readonly address: string;
}

/** The bytes in a field of the only output that a feature gave. Throws `wallet/malformed`. */
export function parseBytes(outputs: unknown, name: string, wallet: string): Uint8Array {
  const bytes = field(field(outputs, '0'), name);
  // A wallet in another realm has another Uint8Array.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0)
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
  throw new LinkspanError('wallet/malformed', { wallet, place: name });
}

/** An Ed25519 signature of 64 bytes, as `parseBytes`. Throws `wallet/malformed`. */
export function parseSignature(outputs: unknown, wallet: string): Uint8Array {
  const signature = parseBytes(outputs, 'signature', wallet);
  if (signature.length === 64) return signature;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}

/** The output of `solana:signMessage`. Throws `wallet/malformed`. */
export function parseSignedText(outputs: unknown, wallet: string): SignedText {
  const signedMessage = parseBytes(outputs, 'signedMessage', wallet);
  return { signedMessage, signature: parseSignature(outputs, wallet) };
}
