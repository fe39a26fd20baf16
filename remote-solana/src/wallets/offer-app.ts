import { type Accepts, localSockets, type Network } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';
import { isPublic } from '../provider.ts';

/** The wallet app that Android opens for the page, whichever the person has: by Mobile Wallet Adapter. */
export const walletApp = {
  id: 'mobile-wallet-adapter',
  name: 'Wallet app on this device',
  reach: 'window',
} as const satisfies KnownWallet;

/** What of the page's configuration it takes: the app listens on a port of the device that is drawn for each request. */
export const walletAppNeeds = { [walletApp.id]: { connect: [localSockets] } } satisfies Accepts['needs'];

/** The wallets that the team knows, after the wallet app where this browser can open one and the page has its networks. */
export function withWalletApp(
  known: readonly KnownWallet[],
  networks: readonly Network<'solana'>[],
): readonly KnownWallet[] {
  return opensApps() && networks.some(isPublic) ? [walletApp, ...known] : known;
}

/**
 * Whether this browser opens apps by an intent: Android's, in a secure context, but no web view, as wallets' own browsers
 * are. Firefox would open them in a frame, which the page's policy refuses. Solana Mobile's shell for web apps opens them.
 */
function opensApps(): boolean {
  if (!window.isSecureContext) return false;
  const { userAgent } = navigator;
  const isWebView = /\bWebView\b|; wv\)|\bVersion\/\S+ Chrome\//i.test(userAgent);
  const isChrome = /\bandroid\b/i.test(userAgent) && /\bChrome\/\d/.test(userAgent);
  return isChrome && (!isWebView || userAgent.includes('Solana Mobile Web Shell'));
}
