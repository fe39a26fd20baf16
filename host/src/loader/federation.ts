import { createInstance } from '@module-federation/runtime';
import * as core from '@module-federation/runtime-core';
import type { Libraries } from './libraries.ts';

/** The federation runtime, as far as the loader needs it. */
export interface Federation {
  /** The exposed module of a remote whose entry is at this address. `name` is unique to the release. */
  load(name: string, entry: string, module: string): Promise<unknown>;
}

/**
 * Starts the page's one federation instance. `versions` is of the libraries that it shares, by package name; `loadLibraries`
 * brings them to the first remote that asks.
 */
export function startFederation(
  versions: Readonly<Record<string, string>>,
  loadLibraries: () => Promise<Libraries>,
): Federation {
  // Remotes are built without the runtime's core and find it here (`experiments.externalRuntime`).
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  const instance = createInstance({
    name: 'linkspan',
    remotes: [],
    shared: Object.fromEntries(
      Object.entries(versions).map(([library, version]) => [
        library,
        {
          version,
          // Without it, a remote's own copy could take the place of the page's in the share scope.
          loaded: true,
          async get() {
            const module = (await loadLibraries())[library];
            return () => module;
          },
          shareConfig: { singleton: true, requiredVersion: `^${version}`, strictVersion: true },
        },
      ]),
    ),
  });
  return {
    async load(name, entry, module) {
      instance.registerRemotes([{ name, entry, type: 'module' }]);
      return instance.loadRemote(`${name}/${module}`);
    },
  };
}
