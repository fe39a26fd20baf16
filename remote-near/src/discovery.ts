import {
  type Approved,
  type AttemptOptions,
  type Discover,
  hasCode,
  LinkspanError,
  raceAttempt,
  raceRead,
  type WalletListing,
} from '@linkspan/contract';
import { hearWallets } from './announced.ts';
import { attemptParameter, type Catalog, readCatalog } from './catalog.ts';
import { type NearWallet, parseAccounts, toApproved } from './provider.ts';

/** Lists NEAR wallets by the injected protocol, and those that are sites of their own. Throws `config/malformed`. */
export const discover: Discover<'near'> = (port) => {
  const { storage } = port;
  const catalog = readCatalog(port.options, port.networks);
  const announced = hearWallets(window, port.signal, (wallets) => port.publish(toListings(wallets, catalog)));
  const findRedirect = (id: string) => catalog.redirect.find((wallet) => wallet.id === id);

  async function approve(wallet: NearWallet, options: AttemptOptions<'near'>): Promise<Approved<'near'>> {
    const { name } = wallet.ref;
    const { network } = options;
    if (wallet.refuses(network))
      throw new LinkspanError('wallet/network-unsupported', { wallet: name, network });
    const accounts = await raceAttempt(name, options, {
      ask: () => signIn(wallet, network),
      undo: async () => void (await wallet.request('signOut', network)),
    });
    const approved = toApproved(wallet, accounts, options);
    if (approved === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: name });
    return approved;
  }

  return {
    async attempt(walletId, options) {
      const wallet = announced.find(walletId);
      if (wallet !== undefined) return approve(wallet, options);
      const name = nameOf(walletId, catalog);
      const redirect = findRedirect(walletId);
      if (redirect === undefined) throw new LinkspanError('wallet/absent', { wallet: name });
      const { leavePage } = await raceRead(name, options, loadRedirect);
      return leavePage(redirect, options, storage);
    },

    async restore(walletId, options) {
      const redirect = findRedirect(walletId);
      const name = nameOf(walletId, catalog);
      let wallet: NearWallet | undefined;
      try {
        return await raceRead(name, options, async () => {
          wallet = redirect
            ? (await loadRedirect()).toNearWallet(redirect, storage)
            : await announced.arrival(walletId);
          return toApproved(wallet, await readAccounts(wallet, options.network), options);
        });
      } catch (error) {
        if (wallet || !hasCode(error, 'wallet/timeout')) throw error;
        throw new LinkspanError('wallet/absent', { wallet: name }, { cause: error });
      }
    },

    async resume(url, id) {
      if (!url.searchParams.has(attemptParameter)) return undefined;
      return (await loadRedirect()).readReturn(url, id, { storage, findRedirect });
    },
  };
};

/** Wallets that leave the page are chosen now and then: the list does not wait for them. */
const loadRedirect = () => import('./redirect.ts');

/** Installed ones first, then sites, then what can be installed. A wallet is listed once. */
function toListings(wallets: readonly NearWallet[], catalog: Catalog): readonly WalletListing[] {
  const listings: readonly WalletListing[] = [
    ...wallets.map(({ ref }) => ({ ...ref, reach: 'installed' as const })),
    ...catalog.redirect.map(({ sites: _, ...ref }) => ({ ...ref, reach: 'redirect' as const })),
    ...catalog.installable.map((known) => ({ ...known, reach: 'absent' as const })),
  ];
  return listings
    .filter(({ id }, index) => listings.findIndex((other) => other.id === id) === index)
    .map((one) => (catalog.practice && /practice/.test(one.id) ? { ...one, practice: true as const } : one));
}

async function signIn(
  wallet: NearWallet,
  network: AttemptOptions<'near'>['network'],
): Promise<readonly string[]> {
  const answer = await wallet.request('signIn', network);
  const accounts = Array.isArray(answer) ? parseAccounts(answer, wallet.ref) : [];
  return accounts.length > 0 ? accounts : readAccounts(wallet, network);
}

async function readAccounts(wallet: NearWallet, network: AttemptOptions<'near'>['network']) {
  return parseAccounts(await wallet.request('getAccounts', network), wallet.ref);
}

function nameOf(id: string, { redirect, installable }: Catalog): string {
  return [...redirect, ...installable].find((known) => known.id === id)?.name ?? id;
}
