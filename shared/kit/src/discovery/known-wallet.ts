import type { WalletRef } from '@linkspan/contract';

/** A wallet that the team knows, whether or not it is here. */
export interface KnownWallet extends WalletRef {
  readonly identity?: string;
  /** Where a person gets it; without it, the wallet is a site that the page is left for. */
  readonly installUrl?: string;
  /** Other ids that it announces itself by: builds for testers, and the like. */
  readonly otherIds?: readonly string[];
}

/** What people call a wallet, here or not; its id where nobody knows it. */
export function nameOf(id: string, catalog: readonly KnownWallet[]): string {
  return catalog.find((known) => known.id === id)?.name ?? id;
}
