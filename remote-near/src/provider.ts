import { field, LinkspanError, type NetworkId } from '@linkspan/contract';

/** What Linkspan asks of a NEAR wallet, in the names of the injected protocol. */
export type Method = 'signIn' | 'getAccounts' | 'signOut' | 'signMessage' | 'signAndSendTransaction';

/** The wallet object that discovery hands to the connector: a NEAR wallet, however it is reached. */
export interface Provider {
  /** How it is reached. A `redirect` wallet has told an account in an address, which proves nothing. */
  readonly reach: 'installed' | 'redirect';
  has(method: Method): boolean;
  /** Whether the wallet says of itself that it does not know the network. */
  refuses(network: NetworkId<'near'>): boolean;
  /** Calls a method on a network. Rejects with the code of what the wallet answered; the answer is unparsed. */
  request(method: Method, network: NetworkId<'near'>, params?: object): Promise<unknown>;
}

/** What discovery of the same release handed over. Throws `wallet/malformed`. */
export function parseProvider(value: unknown, wallet: string): Provider {
  if (typeof field(value, 'request') === 'function') return value as Provider;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}
