import { resolve } from 'node:path';
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
