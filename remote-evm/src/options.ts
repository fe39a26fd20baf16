import type { WalletConnectOptions } from '@linkspan/kit/walletconnect/offer';

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options extends WalletConnectOptions {
  readonly practice?: true;
  /** Addresses of wallets' sites in place of their own, such as a test's: they open on every network then. */
  readonly walletSites?: readonly { readonly id: string; readonly url: string }[];
}

/** The address that the configuration gives a wallet's site. */
export function siteOf(options: unknown, walletId: string): string | undefined {
  return (options as Options | undefined)?.walletSites?.find(({ id }) => id === walletId)?.url;
}
