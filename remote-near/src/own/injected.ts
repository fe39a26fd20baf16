import { field, LinkspanError, type NetworkId } from '@linkspan/contract';
import { toWalletErrorLater } from '@linkspan/kit/discovery';
import type { Method, Provider } from '../provider.ts';

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
        const before = method === 'signIn' ? 'attempt' : undefined;
        throw await toWalletErrorLater(error, { wallet: name, method, before });
      }
    },
  };
}

type Injected = Readonly<Record<Method, (params: object) => Promise<unknown>>>;

/** The network as the injected protocol names it: `testnet`. */
function toNetworkName(network: NetworkId<'near'>): string {
  return network.slice('near:'.length);
}
