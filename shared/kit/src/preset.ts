import { resolve } from 'node:path';
import { federation } from '@module-federation/vite';
import type { PluginOption, UserConfig } from 'vite';
import { toChunkGroups } from './build/chunk-groups.ts';
import { developmentDocument } from './build/development-document.ts';
import { developmentReload } from './build/development-reload.ts';
import { exportsAlone } from './build/exports-alone.ts';
import { onlyReachable } from './build/only-reachable.ts';
import { plainImports } from './build/plain-imports.ts';
import type { RemoteOptions } from './build/remote-options.ts';
import { wholeGraph } from './build/whole-graph.ts';
import { writeRelease } from './build/write-release.ts';

/**
 * The one Vite configuration of every remote. `vite build` writes `dist/release.json` and `dist/releases/VERSION/`;
 * `vite` serves the same remote for development, without hashes.
 */
export function remoteConfig(options: RemoteOptions, command: 'build' | 'serve'): UserConfig {
  const { root, name, version, port } = options;
  return {
    root,
    base: command === 'build' ? './' : '/',
    publicDir: false,
    resolve: { alias: toAlias(options) },
    // Else the container sets the name in every page, for components of another framework in development.
    define: command === 'build' ? { __VUE_HMR_RUNTIME__: '{}' } : {},
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
        // Less to load: constants are written where they are used, and reading a global or a property has no effect.
        optimization: { inlineConst: { mode: 'all' } },
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        // Libraries mark their React files; a module-level directive means nothing in a browser bundle.
        onLog(level, log, forward) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
        },
        output: {
          entryFileNames: '[name]-[hash].js',
          // The federation plugin gives the container's list of shared libraries a long name.
          chunkFileNames: ({ name }) => `${/SharedImportMap/.test(name) ? 'shares' : '[name]'}-[hash].js`,
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
          manifest: true,
          publicPath: 'auto',
          dev: { remoteHmr: true },
          experiments: { externalRuntime: true },
        }) as PluginOption,
      ),
      exportsAlone(options.exportsAlone ?? []),
      plainImports(),
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

/** `import: false`: the page's copy, or none. The container does not check that the page has it: the host's loader does. */
function toShared(shared: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(shared).map(([library, requiredVersion]) => [
      library,
      { singleton: true, import: false as const, requiredVersion, suppressMissingImportWarning: true },
    ]),
  );
}
