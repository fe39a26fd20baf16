import { type DiscoveryPort, field } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';
import { siteOf } from '@linkspan/kit/util';

const here = (...path: readonly string[]) => path.reduce(field, globalThis as unknown) != null;

/**
 * Wallets that the list offers though they are not installed, by the id of each one's manifest, in order. Any wallet that
 * announces itself is listed, too.
 */
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

/** The catalog without loaded wallets that have none of the page's networks. */
export function toKnown({ options, networks }: DiscoveryPort<'near'>): readonly KnownWallet[] {
  const knowsOne = (reach: 'window' | 'pairing') =>
    networks.some(({ id }) => id === publicNetworks[0] || (reach === 'window' && id === publicNetworks[1]));
  return catalog.filter(({ id, reach }) => !reach || knowsOne(reach) || siteOf(options, id));
}

/** Networks of the wallets with windows of their own; paired wallets have only the first. */
export const publicNetworks: readonly string[] = ['near:mainnet', 'near:testnet'];
