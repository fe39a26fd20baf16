import type { Accepts } from '@linkspan/contract';

/** CAIP-2, namespace near: the chain id of a node's `status`. */
export const accepts: Accepts = {
  namespace: 'near',
  networks: {
    reference: '[-_a-zA-Z0-9]{1,32}',
    decimals: 24,
    known: { mainnet: 'mainnet', testnet: 'testnet' },
  },
  options: { practice: 'true', walletSites: { list: { id: 'text', url: 'address' } } },
  needs: {
    'hot-wallet': { connect: ['https://h4n.app'] },
    'intear-wallet': {
      connect: ['https://logout-bridge-service.intear.tech'],
      frames: ['https://wallet.intear.tech'],
    },
  },
};
