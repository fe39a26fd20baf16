import type { PageConfig } from '../config.ts';

/** What a deploy writes into the page as JSON, for the inline script. */
export interface PageData {
  readonly config: PageConfig;
  /** Address of the host module. */
  readonly hostModule: string;
  /** Versions of the libraries that the page shares with remotes, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** Whose signatures the page goes by, as `parsePageTrust` reads it; left out in development only. */
  readonly trust?: unknown;
}
