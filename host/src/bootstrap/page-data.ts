import type { PageConfig } from '../config.ts';
import type { OwnScripts } from '../loader/import-map.ts';
import type { PageTrust } from '../releases/page-trust.ts';

/** What a deploy writes into the page as JSON, for the inline script. */
export interface PageData {
  readonly config: PageConfig;
  /** Address of the early script, without which nothing comes. */
  readonly early: string;
  /** Address of the host module. */
  readonly hostModule: string;
  /** Versions of the libraries that the page shares with remotes, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The host's own scripts; left out in development only. */
  readonly own?: OwnScripts;
  /** Whose signatures the page accepts, as JSON has it; left out in development only. */
  readonly trust?: PageTrust;
}
