import type { WalletRef } from '@linkspan/contract';

/** A wallet that the team knows, whether or not it is here. */
export type KnownWallet = WalletRef & {
  readonly identity?: string;
  /** Other ids that it announces itself by: builds for testers, and the like. */
  readonly otherIds?: readonly string[];
} & (
    | {
        /** Where a person gets it. */
        readonly installUrl: string;
        readonly sites?: never;
      }
    | {
        /** It is a site, and the page is left for it: its address by network, `*` being any other network. */
        readonly sites: Readonly<Record<string, string>>;
      }
  );

/** Whether a wallet that is here claims to be this one, by its id or its identity. */
export function isClaimedBy(
  { id, otherIds = [] }: KnownWallet,
  claiming: { readonly id: string; readonly identity?: string },
): boolean {
  return [id, ...otherIds].some((one) => one === claiming.id || one === claiming.identity);
}

/** What people call a wallet, here or not; its id where nobody knows it. */
export function nameOf(id: string, known: readonly KnownWallet[]): string {
  return known.find((wallet) => wallet.id === id)?.name ?? id;
}
