import { LinkspanError, type NetworkId } from '@linkspan/contract';

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

/** What the Wallet Standard calls the clusters, by their CAIP-2 ids; any other one is local. */
const clusterNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
};

/** The Wallet Standard's name of a cluster: `solana:devnet`. */
export function toClusterName(network: NetworkId<'solana'>): string {
  return clusterNames[network] ?? 'solana:localnet';
}

/** How an account names a network: by the CAIP-2 id, where it knows that, since all local clusters share one name. */
export function toChain({ chains }: Account, network: NetworkId<'solana'>): string | undefined {
  return [network, toClusterName(network)].find((chain) => chains.includes(chain));
}

/** A wallet that can connect on Solana, from unknown. Throws `wallet/malformed`. */
export function parseProvider(value: unknown, wallet: string): Provider {
  if (isProvider(value)) return value;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'wallet' });
}

/** Whether a value is a wallet that can connect on Solana. */
export function isProvider(value: unknown): value is Provider {
  if (!isRecord(value)) return false;
  const { name, chains, features } = value;
  return (
    typeof name === 'string' &&
    isSolana(chains) &&
    isRecord(features) &&
    hasFeature(features, 'standard:connect')
  );
}

/** The accounts on Solana, the first one in use, from unknown. Throws `wallet/malformed`. */
export function parseAccounts(value: unknown, wallet: string): readonly Account[] {
  if (!Array.isArray(value) || !value.every(isAccount))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
  return value.filter(({ chains }) => isSolana(chains));
}

/** The accounts on Solana in what `standard:connect` answers. Throws `wallet/malformed`. */
export function parseConnected(answer: unknown, wallet: string): readonly Account[] {
  return parseAccounts(isRecord(answer) ? answer.accounts : undefined, wallet);
}

/** Whether a wallet has a feature. */
export function canAsk({ features }: Provider, feature: Feature): boolean {
  return hasFeature(features, feature);
}

/** Calls a feature of a wallet. Rejects with `wallet/unsupported`, and with the wallet's own errors. */
export async function ask(provider: Provider, feature: Feature, input?: object): Promise<unknown> {
  const implementation = provider.features[feature];
  const call = isRecord(implementation) ? implementation[toMethod(feature)] : undefined;
  if (typeof call !== 'function')
    throw new LinkspanError('wallet/unsupported', { wallet: provider.name, method: feature });
  return call.call(implementation, input);
}

/** The bytes in a field of the only output that a feature gave. Throws `wallet/malformed`. */
export function parseBytes(outputs: unknown, field: string, wallet: string): Uint8Array {
  const [output] = Array.isArray(outputs) ? outputs : [];
  const bytes = isRecord(output) ? output[field] : undefined;
  // A wallet in another realm has another Uint8Array.
  if (ArrayBuffer.isView(bytes) && bytes.byteLength > 0)
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
  throw new LinkspanError('wallet/malformed', { wallet, place: field });
}

/** What `solana:signIn` answers: who signed, and the text as its bytes. */
export interface SignedIn {
  readonly address: string;
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** The output of `solana:signIn`. Throws `wallet/malformed`. */
export function parseSignedIn(outputs: unknown, wallet: string): SignedIn {
  const [output] = Array.isArray(outputs) ? outputs : [];
  const account = isRecord(output) ? output.account : undefined;
  const address = isRecord(account) ? account.address : undefined;
  if (typeof address !== 'string' || !addressForm.test(address))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'account' });
  const signedMessage = parseBytes(outputs, 'signedMessage', wallet);
  return { address, signedMessage, signature: parseSignature(outputs, wallet) };
}

/** An Ed25519 signature of 64 bytes, as `parseBytes`. Throws `wallet/malformed`. */
export function parseSignature(outputs: unknown, wallet: string): Uint8Array {
  const signature = parseBytes(outputs, 'signature', wallet);
  if (signature.length === 64) return signature;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}

function isAccount(value: unknown): value is Account {
  return (
    isRecord(value) &&
    typeof value.address === 'string' &&
    (addressForm.test(value.address) || !isSolana(value.chains)) &&
    Array.isArray(value.chains) &&
    Array.isArray(value.features)
  );
}

function isSolana(chains: unknown): chains is readonly string[] {
  return Array.isArray(chains) && chains.some((chain) => String(chain).startsWith('solana:'));
}

function hasFeature(features: Readonly<Record<string, unknown>>, feature: Feature): boolean {
  const implementation = features[feature];
  return isRecord(implementation) && typeof implementation[toMethod(feature)] === 'function';
}

function toMethod(feature: Feature): string {
  return feature.slice(feature.indexOf(':') + 1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
