import { createLoad } from '@linkspan/kit/walletconnect/load';
import { createWalletConnect } from './wallets/walletconnect.ts';

/** Loads WalletConnect, the one wallet whose code is part of this remote. */
export const openLoaded = createLoad(createWalletConnect);
