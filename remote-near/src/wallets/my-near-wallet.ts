import { setupMyNearWallet } from '@near-wallet-selector/my-near-wallet';
import { parseAccounts } from '../accounts.ts';
import type { LoadedWallet, OpenLoaded } from './loaded-wallet.ts';
import { openModule } from './selector-module.ts';

/**
 * MyNearWallet, by the selector's module: a window of its site for each request. The module trusts
 * `localStorage`, which others can write: so it is opened for each request, with the account that this page has connected
 * and no key. A sign-in that fails, or is answered too late, leaves that account as it was.
 */
export const openMyNearWallet: OpenLoaded = async ({ network, account, site }) => {
  let connected = account;

  function openAs(accountId?: string): Promise<LoadedWallet> {
    for (const key of ['functionCallKey', 'near_app_wallet_auth_key']) localStorage.removeItem(key);
    // Signed in, it would ask nobody to sign in.
    localStorage.setItem('signedAccountId', accountId ?? '');
    return openModule(setupMyNearWallet(site ? { walletUrl: site } : {}), { network, account: accountId });
  }

  return {
    async signIn(signal) {
      const wallet = await openAs();
      const answer = await wallet.signIn(signal);
      const [accountId] = parseAccounts(answer, 'MyNearWallet');
      if (!signal.aborted) connected = accountId;
      return answer;
    },
    async signMessage(message, signal) {
      const wallet = await openAs(connected);
      // It would take the whole address of the page along, which the signature then covers.
      const callbackUrl = window.location.origin + window.location.pathname;
      const signed = await wallet.signMessage({ ...message, callbackUrl }, signal);
      return { ...Object(signed), callbackUrl };
    },
    async signAndSendTransaction(transaction, signal) {
      const wallet = await openAs(connected);
      return wallet.signAndSendTransaction(transaction, signal);
    },
    signOut: async () => undefined,
  };
};
