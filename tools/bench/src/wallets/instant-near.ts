import { toIcon } from './icon.ts';
import type { InstantAccounts } from './instant-accounts.ts';
import type { Permission } from './permission.ts';
import { signsNothing } from './signs-nothing.ts';

/** Announces a NEAR wallet by the injected protocol, now and whenever the page says that it is ready. */
export function announceNear(account: InstantAccounts['near'], permission: Permission): void {
  const detail = createWallet(account, permission);
  const announce = () => dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
  addEventListener('near-selector-ready', announce);
  announce();
}

/** It takes every network that it is told. */
function createWallet(account: InstantAccounts['near'], permission: Permission) {
  const shown = () => (permission.isGranted() ? [account] : []);
  return Object.freeze({
    manifest: Object.freeze({
      id: 'instant-near',
      name: 'Instant NEAR',
      icon: toIcon('#1c1c1c'),
      description: 'A stand-in that approves at once and signs nothing.',
      website: '',
      version: '1.0.0',
      type: 'injected',
      features: Object.freeze({
        signMessage: true,
        signAndSendTransaction: true,
        signAndSendTransactions: true,
        signInWithoutAddKey: true,
      }),
    }),
    async signIn() {
      permission.ask();
      return shown();
    },
    signOut: async () => permission.revoke(),
    getAccounts: async () => shown(),
    signMessage: signsNothing,
    signAndSendTransaction: signsNothing,
    signAndSendTransactions: signsNothing,
  });
}
