import { resolve } from 'node:path';
import { type Accepts, contractVersion } from '@linkspan/contract';
import type { UnsignedManifest, UnsignedRelease } from '@linkspan/trust';

/** A remote's options of the preset. Everything else is the same for every remote. */
export interface RemoteOptions {
  /** The folder of the remote, with `src/discovery.ts` and `src/connector.ts`. */
  readonly root: string;
  /** As its `package.json` has it, such as `remote-evm`. */
  readonly name: string;
  /** As its `package.json` has it. */
  readonly version: string;
  /** Where the development server listens. */
  readonly port: number;
  /** The accepted configuration of its family: a deploy refuses everything else. */
  readonly accepts?: Accepts;
  /** Libraries that the page shares, each with the range that is needed: `{react: '^19.0.0'}`. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Modules to be replaced, each by a file of the remote. */
  readonly replace?: Readonly<Record<string, string>>;
  /**
   * Files of the build by name, each with the packages that it is for; all other packages are together in one. Packages
   * that import a shared library need a file of their own: the container, which shares it, imports the common one.
   */
  readonly vendors?: Readonly<Record<string, readonly string[]>>;
  /** Packages whose imported code is built in without their side effects at load, such as polyfills. */
  readonly exportsAlone?: readonly string[];
  /** Globals of Node that packages use, such as `Buffer`, each by its package: for the chunks of the discovery. */
  readonly globals?: Readonly<Record<string, string>>;
  /** Files of `src` by their names, such as `loaded`, which the discovery imports on demand and shares no code with. */
  readonly separateChunks?: readonly string[];
  /** Modules to be replaced in the chunks of the discovery, each by a file of the remote. */
  readonly replaceInDiscovery?: Readonly<Record<string, string>>;
}

/** The unsigned release of a build, whose files are at `path`. */
export function describeRelease(
  { name, shared = {}, accepts }: RemoteOptions,
  path: string,
  built: Omit<UnsignedManifest, 'remote' | 'contract' | 'shared' | 'accepts'>,
): UnsignedRelease {
  const declared = { remote: name, contract: contractVersion, shared, ...(accepts && { accepts }) };
  return { remote: name, release: { path, manifest: { ...declared, ...built } } };
}

/** Modules that files of a remote stand in for, as Vite takes them. */
export function toAlias(root: string, replace: Readonly<Record<string, string>> = {}) {
  return Object.entries(replace).map(([module, file]) => ({
    find: new RegExp(`^${module}$`),
    replacement: resolve(root, file),
  }));
}
