import type { Accepts } from '@linkspan/contract';
import { walletConnect } from '@linkspan/kit/walletconnect/offer';

/** CAIP-2, namespace eip155: the chain id in decimal digits, at most 2^53 (EIP-2294). */
export const accepts: Accepts = {
  namespace: 'eip155',
  networks: {
    reference: '[1-9]\\d{0,15}',
    decimals: 18,
    // Names for messages about a configuration: any other chain works, too.
    known: { mainnet: '1', ethereum: '1', sepolia: '11155111' },
    isOpen: true,
  },
  options: {
    practice: 'true',
    ...walletConnect.options,
    walletSites: { list: { id: 'text', url: 'address' } },
  },
  needs: { ...walletConnect.needs, safe: { framedBy: ['https://app.safe.global'] } },
};
