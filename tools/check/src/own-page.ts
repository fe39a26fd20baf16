import type { Discover, Mount, Network } from '@linkspan/contract';

// In the page: what a second host of it loads remotes by.

/** Which remote is run. */
export interface Candidate {
  readonly family: string;
  /** Addresses of its release's discovery and entry. */
  readonly discovery: string;
  readonly entry: string;
}

/** The remote as the page's own loader has it: discovery by import, connector by a federation instance of its own. */
export async function loadRemote({ family, discovery, entry }: Candidate) {
  const { ModuleFederation } = (globalThis as unknown as { _FEDERATION_RUNTIME_CORE: Core })
    ._FEDERATION_RUNTIME_CORE;
  const name = `second_${family}`;
  const instance = new ModuleFederation({ name, remotes: [{ name, entry, type: 'module' }] });
  const { mount } = (await instance.loadRemote(`${name}/connector`)) as { mount: Mount };
  const { discover } = (await import(/* @vite-ignore */ discovery)) as { discover: Discover };
  return { mount, discover, own: readFamily(family) };
}

/** The federation's runtime core, which the page provides, as far as a second host uses it. It shares no library. */
interface Core {
  readonly ModuleFederation: new (options: {
    readonly name: string;
    readonly remotes: readonly { readonly name: string; readonly entry: string; readonly type: 'module' }[];
  }) => { loadRemote(id: string): Promise<unknown> };
}

/** Storage of a remote that nobody keeps. */
export function createStorage() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
}

/** What the page's configuration says of a family. */
export interface FamilyConfig {
  readonly id: string;
  readonly namespace: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly remote: {
    readonly name: string;
    readonly options?: unknown;
  };
}

function readFamily(wanted: string): FamilyConfig {
  const { config } = JSON.parse(document.getElementById('linkspan-page')?.textContent ?? '{}');
  const family = (config.families as FamilyConfig[]).find(({ id }) => id === wanted);
  if (family === undefined) throw new Error(`The page has no family ${wanted}.`);
  return family;
}
