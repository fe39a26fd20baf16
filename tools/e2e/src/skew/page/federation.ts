import { createInstance } from '@module-federation/runtime';
import * as core from '@module-federation/runtime-core';
import { libraries } from './libraries.ts';

/** Loads what a remote's entry exposes. */
export type Federation = (name: string, entry: string, module: string) => Promise<unknown>;

/** Starts the page's one federation instance, with the libraries that it shares. */
export function startFederation(): Federation {
  // Remotes are built without the runtime's core, and find it here.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  const shared = Object.entries(libraries).map(([library, { version, module }]) => {
    const shareConfig = { singleton: true, requiredVersion: `^${version}`, strictVersion: true };
    return [library, { version, lib: () => module, shareConfig }] as const;
  });
  const instance = createInstance({ name: 'fixture', remotes: [], shared: Object.fromEntries(shared) });
  return (name, entry, module) => {
    instance.registerRemotes([{ name, entry, type: 'module' }]);
    return instance.loadRemote(`${name}/${module}`);
  };
}
