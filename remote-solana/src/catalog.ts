import type { KnownWallet } from '@linkspan/kit/discovery';

/** The wallets that the team knows, by the name that each registers by, in the order in which they are offered. */
export const catalog: readonly KnownWallet[] = [
  { id: 'Phantom', name: 'Phantom', installUrl: 'https://phantom.com/download' },
  { id: 'Solflare', name: 'Solflare', installUrl: 'https://www.solflare.com/download' },
  { id: 'Backpack', name: 'Backpack', installUrl: 'https://backpack.app/download' },
];
