import {
  type Approved,
  type AttemptId,
  type Capability,
  LinkspanError,
  list,
  Misshapen,
  type NetworkId,
  text,
  toAccountId,
  type WalletRef,
} from '@linkspan/contract';
import { toWalletError } from './failures.ts';

/** What Linkspan asks of a NEAR wallet, in the names of the injected protocol. */
export const nearMethods = [
  'signIn',
  'getAccounts',
  'signOut',
  'signMessage',
  'signAndSendTransaction',
] as const;

export type NearMethod = (typeof nearMethods)[number];

/** A NEAR wallet in the form that discovery hands to the connector, however it is reached. */
export interface NearWallet {
  readonly ref: WalletRef;
  /** How it is reached. A `redirect` wallet has told an account in an address, which proves nothing. */
  readonly reach: 'installed' | 'redirect';
  has(method: NearMethod): boolean;
  /** Whether the wallet says of itself that it does not know the network. */
  refuses(network: NetworkId<'near'>): boolean;
  /** Calls a method on a network. Rejects with the code of what the wallet answered; the answer is unparsed. */
  request(method: NearMethod, network: NetworkId<'near'>, params?: object): Promise<unknown>;
}

/** What a wallet signed, as NEP-413 has it. */
export interface SignedMessage {
  readonly accountId: string;
  /** `ed25519:` and base58. */
  readonly publicKey: string;
  /** 64 bytes in base64. */
  readonly signature: string;
}

/** Whether a text has the form of an account id: 2 to 64 characters (NEP-448, "Account ID Rules"). */
export function isNearAccount(value: string): boolean {
  return value.length >= 2 && value.length <= 64 && /^[a-z\d]+([-_.][a-z\d]+)*$/.test(value);
}

/** The id or name of a wallet. */
export const walletName = text('a text of 1 to 100 characters', (value) => value.length > 0, 100);
/** How long an icon may be, in characters. */
export const mostIcon = 200_000;
const account = text('a NEAR account id', isNearAccount);

/** A wallet that announced itself, from the event's detail. Throws `Misshapen`. */
export function parseInjected(detail: unknown): NearWallet {
  const manifest = field(detail, 'manifest');
  const features = field(manifest, 'features');
  const icon = field(manifest, 'icon');
  const has = (method: NearMethod) => typeof field(detail, method) === 'function';
  if (!has('signIn') || !has('getAccounts')) throw new Misshapen('detail', 'a wallet with signIn');
  const ref: WalletRef = {
    id: walletName(field(manifest, 'id'), 'manifest.id'),
    name: walletName(field(manifest, 'name'), 'manifest.name'),
    ...(isIcon(icon) && { icon }),
  };
  return {
    ref,
    reach: 'installed',
    has,
    refuses: (network) => field(features, network.slice('near:'.length)) === false,
    request: (method, network, params) => call(detail, { ref, method, network, params }),
  };
}

/** The ids of the accounts that a wallet tells, the one in use first. Throws `wallet/malformed`. */
export function parseAccounts(answer: unknown, wallet: WalletRef): readonly string[] {
  return parseAnswer(wallet, () =>
    list((entry, place) => account(field(entry, 'accountId'), `${place}.accountId`))(answer, 'accounts'),
  );
}

/** A signed message, from the wallet's answer. Throws `wallet/malformed`. */
export function parseSignedMessage(answer: unknown, wallet: WalletRef): SignedMessage {
  const publicKey = text('an ed25519 key', (key) => /^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(key));
  const signature = text('64 bytes in base64', (value) => /^[A-Za-z\d+/]{86}(==)?$/.test(value));
  return parseAnswer(wallet, () => ({
    accountId: account(field(answer, 'accountId'), 'accountId'),
    publicKey: publicKey(field(answer, 'publicKey'), 'publicKey'),
    signature: signature(field(answer, 'signature'), 'signature'),
  }));
}

/** The id of a transaction in base58, from the outcome that a wallet tells. Throws `wallet/malformed`. */
export function parseTransactionId(answer: unknown, wallet: WalletRef): string {
  // Some wallets answer with a list, alone or in `transactions`, though they were asked for one.
  const outcomes = [field(answer, 'transactions'), answer].find(Array.isArray) ?? [answer];
  const hash = text('a hash in base58', (value) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value));
  return parseAnswer(wallet, () =>
    hash(field(field(outcomes[0], 'transaction'), 'hash'), 'transaction.hash'),
  );
}

/** An approved wallet on a network; undefined where it opens no account. */
export function toApproved(
  wallet: NearWallet,
  accounts: readonly string[],
  { id, network }: { readonly id: AttemptId; readonly network: NetworkId<'near'> },
): Approved<'near'> | undefined {
  const [first, ...rest] = accounts.map((account) => toAccountId(network, account));
  return first && { attempt: id, wallet: wallet.ref, accounts: [first, ...rest], provider: wallet };
}

/** What a wallet can do for the page, by itself. */
export function capabilitiesOf({ has }: NearWallet): readonly Capability[] {
  return [
    ...(has('signMessage') ? (['signMessage', 'signIn'] as const) : []),
    ...(has('signAndSendTransaction') ? (['send'] as const) : []),
  ];
}

/** What discovery of the same release handed over. Throws `wallet/malformed`. */
export function parseProvider(provider: unknown, wallet: WalletRef): NearWallet {
  if (typeof field(provider, 'request') === 'function') return provider as NearWallet;
  throw new LinkspanError('wallet/malformed', { wallet: wallet.name, place: 'provider' });
}

/** A field of what may be an object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

interface Call {
  readonly ref: WalletRef;
  readonly method: NearMethod;
  readonly network: NetworkId<'near'>;
  readonly params: object | undefined;
}

async function call(detail: unknown, { ref, method, network, params }: Call): Promise<unknown> {
  const wallet = detail as Partial<Record<NearMethod, (params: object) => Promise<unknown>>>;
  if (wallet[method] === undefined)
    throw new LinkspanError('wallet/unsupported', { wallet: ref.name, method });
  try {
    return await wallet[method]({ ...params, network: network.slice('near:'.length) });
  } catch (cause) {
    throw toWalletError(cause, { wallet: ref.name, method, network });
  }
}

function parseAnswer<Answer>(wallet: WalletRef, parse: () => Answer): Answer {
  try {
    return parse();
  } catch (cause) {
    const place = cause instanceof Misshapen ? cause.place : '';
    throw new LinkspanError('wallet/malformed', { wallet: wallet.name, place }, { cause });
  }
}

/** Whether a value is a `data:image` URI. */
export function isIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= mostIcon && /^data:image\/[a-z+.-]+[;,]/.test(icon);
}
