import { field, LinkspanError } from '@linkspan/contract';
import { setupMyNearWallet } from '@near-wallet-selector/my-near-wallet';
import { parseAccounts } from '../accounts.ts';
import type { OpenLoaded } from './loaded-wallet.ts';
import { parseOutcomes } from './outcome.ts';
import { type OpenedModule, openModule, replaceInWindow } from './selector-module.ts';

const wallet = 'MyNearWallet';
/** The module gives its window this name. */
const windowName = 'MyNearWallet';

/**
 * MyNearWallet, by the selector's module: a window of its site for each request. The module trusts
 * `localStorage`, which others can write: so it is opened for each request, with the account that this page has connected
 * and no key. A sign-in that fails, or is answered too late, leaves that account as it was. Rejects also with
 * `wallet/rejected`.
 */
export const openMyNearWallet: OpenLoaded = async ({ network, account, site }) => {
  let connected = account;

  function openAs(accountId?: string): Promise<OpenedModule> {
    for (const key of ['functionCallKey', 'near_app_wallet_auth_key']) localStorage.removeItem(key);
    // Signed in, it would ask nobody to sign in.
    localStorage.setItem('signedAccountId', accountId ?? '');
    return openModule(setupMyNearWallet(site ? { walletUrl: site } : {}), { network, account: accountId });
  }

  return {
    async signIn(signal) {
      const module = await openAs();
      const answer = await askInWindow(() => module.signIn(signal), signal);
      const [accountId] = parseAccounts(answer, wallet);
      if (!signal.aborted) connected = accountId;
      return answer;
    },
    async signMessage(message, signal) {
      const module = await openAs(connected);
      // It would take the whole address of the page along, which the signature then covers.
      const callbackUrl = window.location.origin + window.location.pathname;
      const signed = await askInWindow(() => module.signMessage({ ...message, callbackUrl }, signal), signal);
      // Cancel in the site's window answers with success, but with nothing in it.
      const isEmpty = ['accountId', 'publicKey', 'signature'].every((name) => field(signed, name) === '');
      if (isEmpty) throw new LinkspanError('wallet/rejected', { wallet });
      return { ...Object(signed), callbackUrl };
    },
    async signAndSendTransaction(transaction, signal) {
      const module = await openAs(connected);
      return askInWindow(() => module.signAndSendTransaction(transaction, signal), signal);
    },
    async signAndSendTransactions(params, signal) {
      const module = await openAs(connected);
      const answer = await askInWindow(() => module.signAndSendTransactions(params, signal), signal);
      return parseOutcomes({ answer: { answer }, place: 'answer', wallet }, params.transactions);
    },
    signOut: async () => undefined,
  };
};

/**
 * Calls the module, which takes an answer from any window of its site: it hears none of them but the one that it opens for
 * this call. That window is closed once this settles, or is given up.
 */
async function askInWindow(call: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const settled = new AbortController();
  const over = AbortSignal.any([signal, settled.signal]);
  const { open } = window;
  const putBack = replaceInWindow({
    open(...given: Parameters<typeof open>) {
      const [address, name] = given;
      // The module may first ask a node, and others may open a window meanwhile.
      if (name !== windowName) return open.apply(window, given);
      putBack();
      const opened = open.apply(window, given);
      const { origin } = new URL(String(address));
      const onMessage = (event: MessageEvent) => {
        if (event.origin === origin && event.source !== opened) event.stopImmediatePropagation();
      };
      // The module listens only now, so that this hears first.
      window.addEventListener('message', onMessage, { capture: true, signal: over });
      over.addEventListener('abort', () => opened?.close());
      return opened;
    },
  });
  over.addEventListener('abort', putBack);
  try {
    return await call();
  } finally {
    settled.abort();
  }
}
