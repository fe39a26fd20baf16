import {
  type Accounts,
  type Approved,
  type Discover,
  LinkspanError,
  type NetworkId,
  raceAttempt,
  toAccountId,
} from '@linkspan/contract';
import { hearReferenceWallets, type ReferenceProvider } from './reference-wallet.ts';

/** The accounts of a reference wallet on a network. */
export function toAccounts(network: NetworkId<'ref'>, addresses: readonly string[]): Accounts<'ref'> {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: 'Reference Wallet' });
  return [first, ...rest];
}

/** The discovery of the reference remote. */
export function createReferenceDiscover(page: EventTarget): Discover<'ref'> {
  return ({ signal, publish }) => {
    const known = new Map<string, ReferenceProvider>();
    hearReferenceWallets(page, signal, (provider) => {
      known.set('reference', provider);
      publish([{ id: 'reference', name: provider.name, reach: 'installed' }]);
    });
    const find = (id: string) => {
      const provider = known.get(id);
      if (provider === undefined) throw new LinkspanError('wallet/absent', { wallet: id });
      return provider;
    };
    const approve = (
      provider: ReferenceProvider,
      attempt: string,
      accounts: Accounts<'ref'>,
    ): Approved<'ref'> => ({ attempt, provider, accounts, wallet: { id: 'reference', name: provider.name } });
    return {
      async attempt(id, options) {
        const provider = find(id);
        const addresses = await raceAttempt(provider.name, options, {
          ask: () => provider.connect(),
          undo: async () => provider.disconnect(),
        });
        return approve(provider, options.id, toAccounts(options.network, addresses));
      },
      async restore(id, { id: attempt, network }) {
        const provider = find(id);
        const addresses = provider.accounts();
        if (addresses.length === 0) return undefined;
        return approve(provider, attempt, toAccounts(network, addresses));
      },
      resume: async () => undefined,
    };
  };
}
