import type { FamilyId } from './ids.ts';

// Parts of a page's configuration that its long form and its short form share.

/** An identity that a wallet may claim in several families: these wallets share one row of the wallet dialog. */
export interface WalletIdentity {
  /** A reverse domain name in small letters, such as EIP-6963’s rdns. */
  readonly identity: string;
  /** Families of the page. */
  readonly families: readonly FamilyId[];
}

/** Where the page posts its events for its operator, as docs/telemetry.md lists them. Without it, nothing is sent. */
export interface TelemetryConfig {
  /** The address that events are posted to. */
  readonly url: string;
  /** The name of the page in each post; by default `linkspan`. */
  readonly service?: string;
}

/** How a page differs in its looks. The paths are relative to the configuration's file. */
export interface Brand {
  /** A file of SVG or PNG, in place of the drawn mark. */
  readonly logo?: string;
  /** A file of SVG or PNG. */
  readonly favicon?: string;
  /** As `parseColor` reads it: one for both schemes, or one for each. */
  readonly accent?: string | { readonly light: string; readonly dark: string };
  /** Of cards, in whole pixels from 0 to 28; other radii derive from it. */
  readonly radius?: number;
  /** A list as CSS's `font-family` has it, of fonts that visitors have. */
  readonly font?: string;
}

/** What an application on the page needs beyond its own files. Each list names whole addresses or origins. */
export interface ApplicationConfig {
  /** Addresses that it may reach: http(s) or ws(s). */
  readonly connect?: readonly string[];
  readonly images?: readonly string[];
  readonly fonts?: readonly string[];
  readonly styles?: readonly string[];
  readonly media?: readonly string[];
  readonly frames?: readonly string[];
  /**
   * Its files that it starts as workers, of which no hash is checked: as paths in its folder with `*` for any part of a name,
   * and in a deployed page as addresses of the site.
   */
  readonly workers?: readonly string[];
  /** The names of the Trusted Types policies that its entry creates while it starts. */
  readonly trustedTypes?: readonly string[];
  /** Scripts of other origins. Such a script can do what the page can, and ask wallets for anything. */
  readonly scripts?: readonly { readonly url: string; readonly integrity: string }[];
}
