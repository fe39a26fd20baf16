import { codeOf, type FamilyId, type Handle } from '@linkspan/contract';
import type { Release } from '../releases/release.ts';
import { endConnection } from './end-connection.ts';
import { type FamilySlots, slotOf } from './family-slot.ts';
import { loadConnector, loadParts, type PageParts } from './load-connector.ts';
import { type ConnectorMount, type MountNeeds, mountSlot } from './mount.ts';

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
export interface ConnectorNeeds extends Omit<MountNeeds, 'moduleOf' | 'unmount'>, PageParts {
  readonly slots: FamilySlots;
}

export function createConnectors(needs: ConnectorNeeds): Connectors {
  const { store, slots } = needs;
  const mounts = new Map<FamilyId, ConnectorMount>();
  /** By the address of the release's entry: in development, releases have no ids of their own. */
  const modules = new Map<string, Promise<unknown>>();

  function moduleOf(release: Release): Promise<unknown> {
    const entry = release.addressOf(release.manifest.entry);
    const module = modules.get(entry) ?? loadConnector(needs, release);
    modules.set(entry, module);
    return module;
  }

  function begin(family: FamilyId): ConnectorMount {
    const slot = slotOf(slots, family);
    // It comes beside the connector's files, and not after them; what fails is asked for again with the connector.
    if (slot.release) loadParts(needs, slot.release).catch(() => undefined);
    const mounting = mountSlot(slot, {
      ...needs,
      moduleOf,
      unmount: () => unmount(family),
    });
    mounts.set(family, mounting);
    mounting.held.catch(() => {
      if (mounting.mayTryAgain() && mounts.get(family) === mounting) mounts.delete(family);
    });
    return mounting;
  }

  function unmount(family: FamilyId): void {
    const mounting = mounts.get(family);
    const { release } = slotOf(slots, family);
    const view = store.view.family(family);
    if (mounting === undefined || release === undefined || view.remote.get().stage === 'failed') return;
    mounts.delete(family);
    try {
      mounting.end();
    } catch (error) {
      needs.emit({ kind: 'fault', family, code: codeOf(error) ?? 'remote/failed' });
    }
    if (view.connection.get().status === 'connected') endConnection(store, family, toUnmounted(family));
    store.publishRemote(family, { stage: 'listed', release: release.ref });
  }

  return {
    mounted: (family) => (mounts.get(family) ?? begin(family)).held,
    unmount,
  };
}

function toUnmounted(family: FamilyId) {
  return { code: 'remote/unmounted', context: { family } };
}
