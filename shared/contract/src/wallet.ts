/** A wallet, as far as a connection needs to name it. */
export interface WalletRef {
  /** Stable across visits and unique in its family; chosen by the family's discovery. */
  readonly id: string;
  readonly name: string;
  /** A `data:image/…` URI. It is only ever the source of an `<img>`. */
  readonly icon?: string;
}

/** A wallet in the list, and how a person gets to it. */
export type WalletListing = WalletRef & {
  /** What the wallet says it is across families (a reverse domain name); joins rows of one wallet. */
  readonly identity?: string;
  /** Made for practice: test keys, local chains. */
  readonly practice?: true;
} & (
    | { readonly reach: 'installed' }
    /** The wallet opens a window of its own, which a browser permits only during the press. */
    | { readonly reach: 'window' }
    /** The page is left and comes back. */
    | { readonly reach: 'redirect' }
    /** A second device scans or opens a link. */
    | { readonly reach: 'pairing' }
    /** Known, but not here; `installUrl` is where a person gets it. */
    | { readonly reach: 'absent'; readonly installUrl: string }
  );
