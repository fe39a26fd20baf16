import type { Accepts } from '@linkspan/contract';

/** What a remote gives to the preset. Everything else is the same for every remote. */
export interface RemoteOptions {
  /** The folder of the remote; `src` holds the file set, `files` what goes into the release as it is. */
  readonly root: string;
  /** As its `package.json` has it, such as `remote-evm`. */
  readonly name: string;
  /** As its `package.json` has it. */
  readonly version: string;
  /** Where the development server listens. */
  readonly port: number;
  /**
   * The contract that it needs of a page, `major.minor`; else that of the kit. An older one of the same major lets older
   * pages run it, and is true only where it uses nothing that came later.
   */
  readonly contract?: string;
  /** What it accepts as its family's configuration: a deploy refuses what is none of that. */
  readonly accepts?: Accepts;
  /** Libraries that the page shares, each with the range that is needed: `{react: '^19.0.0'}`. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Modules to be replaced, each by a file of the remote. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Files of the build by name, each with the packages that it is for; all other packages are together in one. */
  readonly vendors?: Readonly<Record<string, readonly string[]>>;
  /** Packages of which the build takes what is imported, and leaves out what they do as they load, such as polyfills. */
  readonly exportsAlone?: readonly string[];
}
