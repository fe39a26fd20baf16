import type { Network } from '@linkspan/contract';

/** What is shared of a library: `lib` makes the module where it has come, else `get` brings what makes it. */
interface Shared {
  lib?(): unknown;
  get(): Promise<() => unknown>;
}

/** The page's federation, as far as a second host in the page uses it. */
export interface Instance {
  readonly name: string;
  readonly shareScopeMap: { readonly default: Record<string, Record<string, Shared>> };
  registerRemotes(remotes: readonly { name: string; entry: string; type: 'module' }[]): void;
  loadRemote(id: string): Promise<unknown>;
}

/** In the page: its federation. */
export function findInstance(): Instance {
  const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__?: { __INSTANCES__: Instance[] } };
  const instance = __FEDERATION__?.__INSTANCES__.find(({ name }) => name === 'linkspan');
  if (instance === undefined) throw new Error('The page has no federation instance.');
  return instance;
}

/** The page's own copies, by package name. */
export async function readLibraries({ shareScopeMap }: Instance): Promise<Readonly<Record<string, unknown>>> {
  const entries = Object.entries(shareScopeMap.default).map(async ([library, versions]) => {
    const [shared] = Object.values(versions);
    const make = shared?.lib ?? (await shared?.get());
    return [library, make?.()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
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

/** In the page: reads that. */
export function readFamily(wanted: string): FamilyConfig {
  const { config } = JSON.parse(document.getElementById('linkspan-page')?.textContent ?? '{}');
  const family = (config.families as FamilyConfig[]).find(({ id }) => id === wanted);
  if (family === undefined) throw new Error(`The page has no family ${wanted}.`);
  return family;
}
