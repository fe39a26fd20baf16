import type { Accepts } from '@linkspan/contract';

/** CAIP-2, namespace tron: the last four bytes of the first block's hash, as `eth_chainId` has them. */
export const accepts: Accepts = {
  namespace: 'tron',
  networks: {
    reference: '0x[\\da-f]{8}',
    decimals: 6,
    known: { mainnet: '0x2b6653dc', shasta: '0x94a9059e', nile: '0xcd8690dc' },
  },
  options: { practice: 'true' },
};
