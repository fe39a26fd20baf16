import { type DiscoveryPort, field } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';
import { siteOf } from '@linkspan/kit/util';

const here = (...path: readonly string[]) => path.reduce(field, globalThis as unknown) != null;

/** The wallets that the team knows, by the id of each one's manifest, in the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  { id: 'mynearwallet', name: 'MyNearWallet', reach: 'window' },
  {
    id: 'meteor-wallet',
    name: 'Meteor Wallet',
    reach: 'window',
    isHere: () => here('meteorCom'),
  },
  { id: 'intear-wallet', name: 'Intear Wallet', reach: 'window' },
  {
    id: 'hot-wallet',
    name: 'HOT Wallet',
    reach: 'pairing',
    isHere: () => here('hotExtension'),
  },
  {
    id: 'nightly-wallet',
    name: 'Nightly',
    installUrl: 'https://nightly.app/download',
    isHere: () => here('nightly', 'near'),
  },
];

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options {
  readonly practice?: true;
  /** Addresses of wallets' sites in place of their own, such as a test's: they open on every network then. */
  readonly walletSites?: readonly { readonly id: string; readonly url: string }[];
}

/** The catalog without the wallets that have code of their own, and know none of the page's networks. */
export function toKnown({ options, networks }: DiscoveryPort<'near'>): readonly KnownWallet[] {
  const knowsOne = (reach: 'window' | 'pairing') =>
    networks.some(({ id }) => id === publicNetworks[0] || (reach === 'window' && id === publicNetworks[1]));
  return catalog.filter(({ id, reach }) => !reach || knowsOne(reach) || siteOf(options, id));
}

/** Those that wallets with windows of their own know; wallets that are paired know the first alone. */
export const publicNetworks: readonly string[] = ['near:mainnet', 'near:testnet'];
