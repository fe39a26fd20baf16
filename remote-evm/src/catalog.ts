import type { DiscoveryPort } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';
import { siteOf } from '@linkspan/kit/util';
import { type WalletConnectOptions, withWalletConnect } from '@linkspan/kit/walletconnect/offer';

/**
 * Wallets that the list offers though they are not installed, by the rdns that each announces itself by, in order. Any wallet
 * that announces itself is listed, too.
 */
const catalog: readonly KnownWallet[] = [
  {
    id: 'io.metamask',
    identity: 'io.metamask',
    name: 'MetaMask',
    installUrl: 'https://metamask.io/download',
    openUrl: ({ host, pathname }) => `https://link.metamask.io/dapp/${host}${pathname}`,
    otherIds: ['io.metamask.flask', 'io.metamask.mobile'],
  },
  { id: 'io.rabby', identity: 'io.rabby', name: 'Rabby Wallet', installUrl: 'https://rabby.io' },
];

const coinbase = { id: 'com.coinbase.wallet', identity: 'com.coinbase.wallet', name: 'Coinbase Wallet' };

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options extends WalletConnectOptions {
  readonly practice?: true;
  /** Addresses of wallets' sites in place of their own, such as a test's: they open on every network then. */
  readonly walletSites?: readonly { readonly id: string; readonly url: string }[];
}

/**
 * Networks for which Coinbase's smart wallet is offered as a window: Ethereum, Optimism, BNB Chain, Polygon, Base, Arbitrum, Avalanche, Zora, and
 * the Sepolia of Ethereum, Optimism and Base.
 */
const coinbaseNetworks = /^eip155:(1|10|56|137|8453|42161|43114|7777777|11155111|11155420|84532)$/;

/** The catalog for this page's networks and options. */
export function toKnown({ options, networks }: DiscoveryPort<'eip155'>): readonly KnownWallet[] {
  const opens = siteOf(options, coinbase.id) ?? networks.some(({ id }) => coinbaseNetworks.test(id));
  const how = opens
    ? ({ reach: 'window' } as const)
    : { installUrl: 'https://www.coinbase.com/wallet/downloads' };
  return withWalletConnect([...catalog, { ...coinbase, ...how }], options);
}
