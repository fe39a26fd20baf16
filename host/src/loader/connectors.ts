import { codeOf, type FamilyId, type Handle } from '@linkspan/contract';
import type { Release } from '../releases/release.ts';
import { endConnection } from './end-connection.ts';
import { type Berths, berthOf } from './family-slot.ts';
import type { Federation } from './federation.ts';
import { createTurns } from './in-turn.ts';
import { loadConnector } from './load-connector.ts';
import { type Mooring, type MooringNeeds, moor } from './mount.ts';

/** The mounted connectors of the page: each is loaded and mounted once, on the first need. */
export interface Connectors {
  /**
   * Rejects with `release/…`, `loader/…` or `remote/…`; the remote's state in the store says so too. What can be
   * tried again is tried again by the next call.
   */
  mounted(family: FamilyId): Promise<Handle>;
  /**
   * Takes a family's connector out of the page, where it is mounted or about to be: what it was doing rejects with
   * `remote/unmounted`, what it still publishes is refused, and its connection ends with that code, and is remembered.
   * The next `mounted` mounts the same module again. Never throws: what the connector throws is told as a fault.
   */
  unmount(family: FamilyId): void;
}

/** What connectors need of the page. */
export interface ConnectorNeeds extends Omit<MooringNeeds, 'moduleOf' | 'inTurn' | 'unmount'> {
  readonly berths: Berths;
  federation(): Promise<Federation>;
}

export function createConnectors(needs: ConnectorNeeds): Connectors {
  const { store, berths } = needs;
  const moorings = new Map<FamilyId, Mooring>();
  const inTurn = createTurns();
  /** By the address of the release's entry: in development, releases have no ids of their own. */
  const modules = new Map<string, Promise<unknown>>();

  function moduleOf(release: Release): Promise<unknown> {
    const entry = release.addressOf(release.manifest.entry);
    const module = modules.get(entry) ?? loadConnector(needs.federation, release);
    modules.set(entry, module);
    return module;
  }

  function begin(family: FamilyId): Mooring {
    // It comes beside the connector's files, and not after them; what fails is asked for again with the connector.
    needs.federation().catch(() => undefined);
    const mooring = moor(berthOf(berths, family), {
      ...needs,
      moduleOf,
      inTurn,
      unmount: () => unmount(family),
    });
    moorings.set(family, mooring);
    mooring.held.catch(() => {
      if (mooring.mayTryAgain() && moorings.get(family) === mooring) moorings.delete(family);
    });
    return mooring;
  }

  function unmount(family: FamilyId): void {
    const mooring = moorings.get(family);
    const { release } = berthOf(berths, family);
    const view = store.view.family(family);
    if (mooring === undefined || release === undefined || view.remote.get().stage === 'failed') return;
    moorings.delete(family);
    try {
      mooring.end();
    } catch (error) {
      needs.emit({ kind: 'fault', family, code: codeOf(error) ?? 'remote/failed' });
    }
    if (view.connection.get().status === 'connected') endConnection(store, family, toUnmounted(family));
    store.publishRemote(family, { stage: 'listed', release: release.ref });
  }

  return {
    mounted: (family) => (moorings.get(family) ?? begin(family)).held,
    unmount,
  };
}

function toUnmounted(family: FamilyId) {
  return { code: 'remote/unmounted', context: { family } };
}
