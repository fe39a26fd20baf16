import { extname, resolve } from 'node:path';
import { toDevelopmentServer } from '@linkspan/contract/development';
import { federation } from '@module-federation/vite';
import type { PluginOption, UserConfig } from 'vite';
import { development } from './development.ts';
import { exportsAlone } from './exports-alone.ts';
import { holdImports, importAtOnce } from './hold-imports.ts';
import { onlyReachable, preloadOf, writeRelease } from './release.ts';
import { type RemoteOptions, toAlias } from './remote-options.ts';

/**
 * Modules that a file of `walletconnect` replaces in the chunks of a discovery: a polyfill that writes to frozen globals, and
 * a store in IndexedDB, since the remote has its own.
 */
export const replaceForWalletConnect = {
  'cross-fetch': toModule('../walletconnect/native-fetch'),
  '@walletconnect/keyvaluestorage': toModule('../walletconnect/no-store'),
};

/** A module of the kit: as its source, or as its package has it. */
function toModule(name: string): string {
  return resolve(import.meta.dirname, name + extname(import.meta.filename));
}

/**
 * The one Vite configuration of every remote. `vite build` writes `dist/release.json` and `dist/releases/VERSION/`;
 * `vite` serves the same remote for development, without hashes; a test runner gets the aliases alone.
 */
export function remoteConfig(options: RemoteOptions, command: 'build' | 'serve'): UserConfig {
  const { root, name, version, port } = options;
  return {
    root,
    base: command === 'build' ? './' : '/',
    publicDir: false,
    resolve: { alias: toAlias(root, options.replace) },
    // Else the container sets the name in every page, for components of another framework in development.
    define: command === 'build' ? { __VUE_HMR_RUNTIME__: '{}' } : {},
    server: { ...toDevelopmentServer(process.env, port), origin: `http://localhost:${port}` },
    build: {
      target: 'es2023',
      outDir: `dist/releases/${version}`,
      emptyOutDir: true,
      modulePreload: false,
      // Written into a script, a small file would not be seen.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: {},
        // Less to load: constants are inlined, and reading a global or a property has no effect.
        optimization: { inlineConst: { mode: 'all' } },
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        // Libraries mark their React files; a module-level directive means nothing in a browser bundle.
        onLog(level, log, forward) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
        },
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: ({ name }) => `${toShortName(name)}-[hash].js`,
          codeSplitting: { groups: toChunkGroups(options) },
        },
      },
    },
    // A team's tests import its modules as they are.
    plugins: process.env.VITEST
      ? []
      : [
          federation({
            name: name.replaceAll('-', '_'),
            filename: command === 'build' ? 'remoteEntry-[hash].js' : 'remoteEntry.js',
            exposes: { './connector': './src/connector.ts' },
            shared: toShared(options.shared ?? {}),
            disableRemote: true,
            disableSnapshot: true,
            dts: false,
            // In development it would be served to all origins.
            manifest: command === 'build',
            publicPath: 'auto',
            dev: { remoteHmr: true },
            experiments: { externalRuntime: true },
          }) as PluginOption,
          withoutPreload(),
          exportsAlone(options.exportsAlone ?? []),
          importAtOnce(),
          // The container's own copies of shared libraries are for other hosts.
          holdImports({ loaded: preloadOf, free: /__prebuild__/ }),
          onlyReachable(),
          writeRelease(options),
          development(options),
        ],
  };
}

const importHelper = 'linkspan:import-helper';

/**
 * Replaces Vite's helper around dynamic imports, which loads style sheets first: a remote has none, and the page fetches
 * its files.
 */
function withoutPreload(): PluginOption {
  return {
    name: 'linkspan:without-preload',
    apply: 'build',
    enforce: 'pre',
    // Under its own name, the federation plugin would put it into a file of its own.
    resolveId: { filter: { id: /vite\/preload-helper/ }, handler: () => importHelper },
    load: {
      filter: { id: new RegExp(importHelper) },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}

/** The federation plugin gives its own files names of 150 characters; each is in the document that a page waits for. */
function toShortName(name: string): string {
  if (/SharedImportMap/.test(name)) return 'shares';
  if (/loadShare/.test(name)) return 'load-share';
  const own = /__prebuild__(\w+)__prebuild__/.exec(name)?.[1];
  return own ? `own-${own.replace(/_mf_\d_/g, '-')}` : name;
}

/** The page's copy if it has one that fits; else the remote's own, which the release lists and this shell never loads. */
function toShared(shared: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(shared).map(([library, requiredVersion]) => [
      library,
      { singleton: true, requiredVersion, strictVersion: true },
    ]),
  );
}

/** Modules that go into one file of the build. */
interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
  /** Only modules that the connector imports at once: later ones go with their importer. */
  readonly tags?: ['$initial'];
}

const atOnce: Pick<ChunkGroup, 'tags'> = { tags: ['$initial'] };

/**
 * One file for the code of all remotes, one for each vendor, and one for the remote's own code, so that an edit or an
 * update moves few bytes. Each includes the imports of its modules that no group before it has.
 */
function toChunkGroups({ vendors = {} }: Pick<RemoteOptions, 'vendors'>): ChunkGroup[] {
  const named = Object.entries(vendors).map(([name, packages]) => ({
    name,
    test: new RegExp(`/node_modules/(${packages.join('|')})/`),
    ...atOnce,
  }));
  return [
    {
      name: 'kit',
      test: new RegExp(`(${importHelper}|/(shared|@linkspan)/(contract|kit)/(src|dist)/)`),
      ...atOnce,
    },
    ...named,
    { name: 'vendor', test: /(node_modules|loadShare)/, ...atOnce },
    { name: 'session', test: /\/src\/(?!connector\.ts)/, ...atOnce },
  ];
}
