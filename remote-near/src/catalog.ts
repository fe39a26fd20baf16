import { list, type Network, record, text } from '@linkspan/contract';
import { isName, type KnownWallet } from '@linkspan/kit/discovery';

/** A wallet that is a site: the page is left for it, and comes back with the answer. `{flow}` stands for the flow. */
export type Site = Extract<KnownWallet, { readonly sites: object }>;

/** By this parameter the address that is come back to names the attempt that it answers. */
export const attemptParameter = 'near_attempt';

/** The wallets that the team knows, by the id of each one's manifest, in the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  {
    id: 'mynearwallet',
    name: 'MyNearWallet',
    sites: {
      'near:mainnet': 'https://app.mynearwallet.com',
      'near:testnet': 'https://testnet.mynearwallet.com',
    },
  },
  { id: 'meteor-wallet', name: 'Meteor Wallet', installUrl: 'https://meteorwallet.app' },
  { id: 'hot-wallet', name: 'HOT Wallet', installUrl: 'https://hot-labs.org' },
];

const name = text('1 to 90 characters', isName);
const address = text('an http(s) address', (value) => /^https?:\/\//.test(value) && URL.canParse(value));

/** What the options of this remote have beside `practice`. */
export const siteOptions = {
  redirectWallets: list(record({ id: name, name, url: address }), 20),
};

/** The sites of the options, then the catalog without the sites that know none of the page's networks. */
export function toKnown(
  redirectWallets: ReturnType<typeof siteOptions.redirectWallets>,
  networks: readonly Network[],
): readonly KnownWallet[] {
  const own = redirectWallets.map(({ url, ...wallet }) => ({ ...wallet, sites: { '*': url } }));
  return [...own, ...catalog.filter(({ sites }) => !sites || networks.some(({ id }) => id in sites))];
}
