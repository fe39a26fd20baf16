import { createLoad } from '@linkspan/kit/walletconnect/load';
import { createWalletConnect } from './walletconnect.ts';

/** Loads WalletConnect: see `createLoad`. */
export const openWalletConnect = createLoad(createWalletConnect);
