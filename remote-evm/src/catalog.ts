import type { KnownWallet } from '@linkspan/kit/discovery';

/** The wallets that the team knows, by the rdns that each announces itself by, in the order in which they are offered. */
export const catalog: readonly KnownWallet[] = [
  {
    id: 'io.metamask',
    identity: 'io.metamask',
    name: 'MetaMask',
    installUrl: 'https://metamask.io/download',
    otherIds: ['io.metamask.flask', 'io.metamask.mobile'],
  },
  { id: 'io.rabby', identity: 'io.rabby', name: 'Rabby Wallet', installUrl: 'https://rabby.io' },
  {
    id: 'com.coinbase.wallet',
    identity: 'com.coinbase.wallet',
    name: 'Coinbase Wallet',
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  },
];
