import { type Accepts, localSockets } from '@linkspan/contract';
import { walletConnect } from '@linkspan/kit/walletconnect/offer';
import { walletApp } from './catalog.ts';
import { clusters } from './provider.ts';

/** CAIP-2, namespace solana: the first 32 characters of the genesis hash, in base58. */
export const accepts: Accepts = {
  namespace: 'solana',
  networks: { reference: '[1-9A-HJ-NP-Za-km-z]{32}', decimals: 9, known: clusters },
  options: { practice: 'true', ...walletConnect.options },
  needs: {
    ...walletConnect.needs,
    // The app listens on a random port of the device.
    [walletApp.id]: { connect: [localSockets] },
  },
};
