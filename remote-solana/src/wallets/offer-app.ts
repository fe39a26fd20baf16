import { type Accepts, localSockets } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';

/** The wallet app that Android opens for the page, whichever the person has: by Mobile Wallet Adapter. */
export const walletApp = {
  id: 'mobile-wallet-adapter',
  name: 'Wallet app on this device',
  reach: 'window',
} as const satisfies KnownWallet;

/** What of the page's configuration it takes: the app listens on a port of the device that is drawn for each request. */
export const walletAppNeeds = {
  'mobile-wallet-adapter': { connect: [localSockets] },
} satisfies Accepts['needs'];

/** The wallets that the team knows, after the wallet app where this browser can open one. */
export function withWalletApp(known: readonly KnownWallet[]): readonly KnownWallet[] {
  return opensApps() ? [walletApp, ...known] : known;
}

/**
 * Whether this browser opens apps by an intent: Android's, in a secure context, but no web view, as wallets' own browsers
 * are. Firefox would open them in a frame, which the page's policy refuses. Solana Mobile's shell for web apps opens them.
 */
function opensApps(): boolean {
  const form = /^(?!.*(; wv|WebView|Version\/)).*Android.*Chrome|Solana Mobile Web Shell/;
  return window.isSecureContext && form.test(navigator.userAgent);
}
