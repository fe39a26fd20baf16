import { resolve } from 'node:path';
import type { Accepts } from '@linkspan/contract';
import { federation } from '@module-federation/vite';
import type { PluginOption, UserConfig } from 'vite';
import { toChunkGroups } from './build/chunk-groups.ts';
import { developmentDocument } from './build/development-document.ts';
import { developmentReload } from './build/development-reload.ts';
import { exportsAlone } from './build/exports-alone.ts';
import { noUncheckedFiles } from './build/no-unchecked-files.ts';
import { onlyReachable } from './build/only-reachable.ts';
import { ownContainer } from './build/own-container.ts';
import { plainImports } from './build/plain-imports.ts';
import { wholeGraph } from './build/whole-graph.ts';
import { writeRelease } from './build/write-release.ts';

/** What a remote tells the preset. Everything else is the same for every remote. */
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

/**
 * The one Vite configuration of every remote. `vite build` writes `dist/release.json` and `dist/releases/VERSION/`;
 * `vite` serves the same remote for development, without hashes.
 */
export function remoteConfig(options: RemoteOptions, command: 'build' | 'serve'): UserConfig {
  const { root, name, version, port } = options;
  return {
    root,
    base: command === 'build' ? './' : '/',
    // Goes into the release as it is, so that the manifest lists it: what `port.files` lends.
    publicDir: 'files',
    resolve: { alias: toAlias(options) },
    server: { port, strictPort: true, cors: true, origin: `http://localhost:${port}` },
    build: {
      target: 'es2023',
      outDir: `dist/releases/${version}`,
      emptyOutDir: true,
      modulePreload: false,
      // Written into a script, a small file would not be seen.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: {},
        // Libraries mark their React files; a module-level directive means nothing in a browser bundle.
        onLog(level, log, forward) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
        },
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: toChunkGroups(options) },
        },
      },
    },
    plugins: [
      wholeGraph(
        federation({
          name: name.replaceAll('-', '_'),
          filename: command === 'build' ? 'remoteEntry-[hash].js' : 'remoteEntry.js',
          exposes: { './connector': './src/connector.ts' },
          shared: toShared(options.shared ?? {}),
          disableRemote: true,
          disableSnapshot: true,
          dts: false,
          manifest: false,
          dev: { remoteHmr: true },
          experiments: { externalRuntime: true },
        }) as PluginOption,
      ),
      exportsAlone(options.exportsAlone ?? []),
      ownContainer(options),
      plainImports(),
      noUncheckedFiles(),
      onlyReachable(),
      writeRelease(options),
      developmentDocument(options),
      developmentReload(),
    ],
  };
}

function toAlias({ root, replace = {} }: RemoteOptions) {
  return Object.entries(replace).map(([module, file]) => ({
    find: new RegExp(`^${module}$`),
    replacement: resolve(root, file),
  }));
}

/** `import: false`: the page's copy, or none. That the page has it is checked before anything is loaded. */
function toShared(shared: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(shared).map(([library, requiredVersion]) => [
      library,
      { singleton: true, import: false as const, requiredVersion, suppressMissingImportWarning: true },
    ]),
  );
}
