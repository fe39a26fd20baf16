import { setupMyNearWallet } from '@near-wallet-selector/my-near-wallet';
import type { OpenLoaded } from './loaded-wallet.ts';
import { openModule } from './selector-module.ts';

/** Where the module keeps the account of its session. */
const accountKey = 'signedAccountId';

/**
 * MyNearWallet, by the selector's module: a window of its site for each request. The module trusts what is in
 * `localStorage`, which others can write: so it gets the account that this page has connected, and no key.
 */
export const openMyNearWallet: OpenLoaded = async ({ network, account, site }) => {
  localStorage.removeItem('functionCallKey');
  if (account === undefined) localStorage.removeItem(accountKey);
  else localStorage.setItem(accountKey, account);
  const wallet = await openModule(setupMyNearWallet(site ? { walletUrl: site } : {}), { network, account });
  return {
    ...wallet,
    async signIn(signal) {
      // Signed in, it would ask nobody.
      await wallet.signOut();
      return wallet.signIn(signal);
    },
    async signMessage(message, signal) {
      // It would take the whole address of the page along, which the signature then covers.
      const callbackUrl = window.location.origin + window.location.pathname;
      const signed = await wallet.signMessage({ ...message, callbackUrl }, signal);
      return { ...Object(signed), callbackUrl };
    },
  };
};
