import type { ScopedStorage } from '@linkspan/contract';
import type { Blocklist, Root } from '@linkspan/trust';
import type { Fetch } from './load-bytes.ts';

/** What a remote's releases are believed by. Nothing else of the platform is used, but for timers and WebCrypto. */
export interface ReleasesNeeds {
  readonly remote: {
    readonly name: string;
    /** Where its live document is; ends in `/`. */
    readonly url: string;
    /** The root that came with the page. */
    readonly root: Root;
    /** The version of the live document that was known when the page was deployed; 0 where none was. */
    readonly least: number;
    /** The address of that document, on the page's own origin. */
    readonly copy?: string;
  };
  /** One key of it, the remote's name, is used. */
  readonly storage: ScopedStorage;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The host team's list, where it has one. Never rejects, and settles soon. */
  blocklist(): Promise<Blocklist | undefined>;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to but not including 1. */
  random(): number;
}
