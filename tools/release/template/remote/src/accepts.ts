import type { Accepts } from '@linkspan/contract';

/**
 * The configuration that a page may give this remote. Replace: the form of your chain's CAIP-2 references, its public
 * networks, the decimals of its coin, and the options that `port.options` has.
 */
export const accepts: Accepts = {
  namespace: '__NAMESPACE__',
  networks: {
    reference: '[-_a-zA-Z0-9]{1,32}',
    decimals: 9,
    known: { mainnet: 'mainnet', testnet: 'testnet' },
  },
  options: { practice: 'true' },
};
