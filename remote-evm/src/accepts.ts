import type { Accepts } from '@linkspan/contract';

/** CAIP-2, namespace eip155: the chain id in decimal digits, at most 2^53 (EIP-2294). */
export const accepts: Accepts = {
  namespace: 'eip155',
  networks: {
    reference: '[1-9]\\d{0,15}',
    decimals: 18,
    known: { mainnet: '1', ethereum: '1', sepolia: '11155111' },
    isOpen: true,
  },
  options: {
    practice: 'true',
    walletConnectProjectId: 'text',
    walletConnectRelay: 'text',
    walletConnectApps: { list: { name: 'text', url: 'text' } },
    walletSites: { list: { id: 'text', url: 'address' } },
  },
  needs: { walletconnect: { connect: ['wss://relay.walletconnect.org'] } },
};
