import type { DiscoveryPort } from '@linkspan/contract';
import type { KnownWallet } from '@linkspan/kit/discovery';
import { withWalletConnect } from '@linkspan/kit/walletconnect/offer';

/** The wallet app that Android opens for the page, whichever the person has: by Mobile Wallet Adapter. */
export const walletApp = {
  id: 'mobile-wallet-adapter',
  name: 'Wallet app on this device',
  reach: 'window',
} as const satisfies KnownWallet;

/** How these wallets' apps open a page: the address of the page, and whose it is. */
const browse =
  (address: string) =>
  ({ href, origin }: URL) =>
    `${address}/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`;

/**
 * Wallets that the list offers though they are not installed, by the name that each registers by, in order. Any wallet that
 * registers is listed, too.
 */
const catalog: readonly KnownWallet[] = [
  {
    id: 'Phantom',
    name: 'Phantom',
    installUrl: 'https://phantom.com/download',
    openUrl: browse('https://phantom.app/ul/browse'),
  },
  {
    id: 'Solflare',
    name: 'Solflare',
    installUrl: 'https://www.solflare.com/download',
    openUrl: browse('https://solflare.com/ul/v1/browse'),
  },
  {
    id: 'Backpack',
    name: 'Backpack',
    installUrl: 'https://backpack.app/download',
    openUrl: browse('https://backpack.app/ul/v1/browse'),
  },
];

/** The catalog for this browser and the page's options. */
export function toKnown({ options }: DiscoveryPort<'solana'>): readonly KnownWallet[] {
  return withWalletConnect(opensApps() ? [walletApp, ...catalog] : catalog, options);
}

/**
 * Whether this browser opens apps by an intent: Android's, in a secure context, but no web view, as wallets' own browsers
 * are. Firefox would open them in a frame, which the page's policy refuses. Solana Mobile's shell for web apps opens them.
 */
function opensApps(): boolean {
  const form = /^(?!.*(; wv|WebView|Version\/)).*Android.*Chrome|Solana Mobile Web Shell/;
  return window.isSecureContext && form.test(navigator.userAgent);
}
