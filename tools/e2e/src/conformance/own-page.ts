import type { Network } from '@linkspan/contract';

/** The page's federation, as far as a second host in the page uses it. */
export interface Instance {
  readonly name: string;
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
