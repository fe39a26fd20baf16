import { LinkspanError, type NetworkId } from '@linkspan/contract';
import { toWalletError } from '@linkspan/kit/failures';
import { field } from '@linkspan/kit/field';
import { isAccountId } from './own/account-id.ts';

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

/** A wallet of the injected protocol as a provider; undefined where it has another form. `name` is for the texts. */
export function toProvider(wallet: unknown, name: string): Provider | undefined {
  const has = (method: Method) => typeof field(wallet, method) === 'function';
  if (!has('signIn') || !has('getAccounts')) return undefined;
  const features = field(field(wallet, 'manifest'), 'features');
  return {
    reach: 'installed',
    has,
    refuses: (network) => field(features, toNetworkName(network)) === false,
    async request(method, network, params) {
      if (!has(method)) throw new LinkspanError('wallet/unsupported', { wallet: name, method });
      try {
        return await (wallet as Injected)[method]({ ...params, network: toNetworkName(network) });
      } catch (error) {
        throw toWalletError(error, { wallet: name, method, network });
      }
    },
  };
}

/** The ids of the accounts that a wallet tells, the one in use first. Throws `wallet/malformed`. */
export function parseAccounts(answer: unknown, wallet: string): readonly string[] {
  const ids = Array.isArray(answer) ? answer.map((account) => field(account, 'accountId')) : [answer];
  if (ids.every(isAccountId)) return ids;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
}

type Injected = Readonly<Record<Method, (params: object) => Promise<unknown>>>;

/** The network as the injected protocol names it: `testnet`. */
function toNetworkName(network: NetworkId<'near'>): string {
  return network.slice('near:'.length);
}
