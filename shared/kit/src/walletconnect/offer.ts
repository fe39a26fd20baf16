import { type Accepts, field } from '@linkspan/contract';
import type { KnownWallet } from '../discovery/claims.ts';

/** A page's options for WalletConnect. */
export interface WalletConnectOptions {
  /** Identifies the page to WalletConnect's relay. Without it, WalletConnect is not offered. */
  readonly walletConnectProjectId?: string;
  /** A ws or wss address in place of the public relay's. */
  readonly walletConnectRelay?: string;
  /** Apps on a phone, each with the beginning of its address, such as `metamask://wc?uri=`: see `parsePairing`. */
  readonly walletConnectApps?: readonly { readonly name: string; readonly url: string }[];
}

export const publicRelay = 'wss://relay.walletconnect.org';

/** WalletConnect's part of a remote's `accepts`. */
export const walletConnect = {
  options: {
    walletConnectProjectId: 'text',
    walletConnectRelay: { replaces: publicRelay },
    walletConnectApps: { list: { name: 'text', url: 'text' } },
  },
  needs: { walletconnect: { connect: [publicRelay], options: ['walletConnectProjectId'] } },
} as const satisfies Pick<Accepts, 'options' | 'needs'>;

/** The wallets that the team knows, and WalletConnect after them if the page's options have a project for it. */
export function withWalletConnect(known: readonly KnownWallet[], options: unknown): readonly KnownWallet[] {
  if (!field(options, 'walletConnectProjectId')) return known;
  const name = 'WalletConnect';
  return [...known, { id: 'walletconnect', identity: 'com.walletconnect', name, reach: 'pairing' }];
}
