import { codeOf, type FamilyId, type Handle, LinkspanError, type Port } from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import type { PageEvent } from '../events.ts';
import type { Release } from '../releases/release.ts';
import { loadConnector, loadParts, type PageParts } from './federation.ts';
import type { Compile } from './files.ts';
import { toHeld } from './guarded-handle.ts';
import { mountConnector } from './module.ts';
import {
  endConnection,
  type FamilySlot,
  type FamilySlots,
  fetchConnector,
  publishFailed,
  slotOf,
  timeStage,
} from './slot.ts';

/** What a connector needs of the page to be brought into it. */
export interface MountDependencies {
  readonly store: Store;
  now(): number;
  /** Hears what has happened, to be told. */
  emit(event: PageEvent): void;
  /** The connector module of a release, which a browser runs once. */
  moduleOf(release: Release): Promise<unknown>;
  readonly compile: Compile;
  unmount(): void;
}

/** One connector in the page, from the first need of it on. */
export interface ConnectorMount {
  /** Its handle; rejects with `release/…`, `loader/…` or `remote/…`. */
  readonly held: Promise<Handle>;
  /** Whether the next need may try what failed once more. */
  readonly mayTryAgain: () => boolean;
  /** Takes the connector out of the page. Throws what the connector throws in that. */
  end(): void;
}

/** Loads and mounts a slot's connector; the remote's state in the store tells how far it has come. */
function mountSlot(slot: FamilySlot, needs: MountDependencies): ConnectorMount {
  const { store, emit } = needs;
  const { family, release, failureMark } = slot;
  const control = new AbortController();
  const { signal } = control;
  // A fetch can be tried again by this page; what the browser has tried to run cannot.
  let step: 'again' | 'reload' = 'again';
  let mounted: Handle | undefined;

  /** None is compiled before all have come: Firefox asks at once for what a module imports, and remembers what fails. */
  async function bringFiles(runningRelease: Release): Promise<void> {
    await fetchConnector(slot, runningRelease);
    for (const path of runningRelease.manifest.preload) needs.compile(runningRelease, path);
  }

  async function load(runningRelease: Release): Promise<unknown> {
    await bringFiles(runningRelease);
    step = 'reload';
    const settle = failureMark?.set('connector');
    return needs.moduleOf(runningRelease).finally(settle);
  }

  async function bring(): Promise<Handle> {
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    try {
      const stage = { emit, slot, stage: 'connector' } as const;
      const module = await timeStage(stage, () => load(release));
      if (signal.aborted) throw new LinkspanError('remote/unmounted', { family: family.id });
      const handle = await timeStage({ emit, slot, stage: 'mount' }, () => {
        mounted = mountConnector(module, release, createPort(slot, needs, toOwn(signal)));
        return mounted;
      });
      store.publishRemote(family.id, { stage: 'mounted', release: release.ref });
      return toHeld(handle, { family: family.id, signal, failureMark, unmount: needs.unmount, emit });
    } catch (error) {
      if (!signal.aborted) publishFailed(store, slot, error, step);
      throw error;
    }
  }

  const held = bring();
  held.catch(() => undefined);
  return {
    held,
    mayTryAgain: () => step === 'again',
    end() {
      control.abort();
      mounted?.unmount();
    },
  };
}

/** A signal of its own: whoever has one can tell all who listen to it that it is aborted. */
function toOwn(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  signal.addEventListener('abort', () => own.abort(), { once: true });
  return own.signal;
}

function createPort(
  { family, storage }: FamilySlot,
  { store: { view }, now }: Pick<MountDependencies, 'store' | 'now'>,
  signal: AbortSignal,
): Port {
  return deepFreeze({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    view,
    storage,
    signal,
    now,
  });
}

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
export interface ConnectorDependencies extends Omit<MountDependencies, 'moduleOf' | 'unmount'>, PageParts {
  readonly slots: FamilySlots;
}

export function createConnectors(needs: ConnectorDependencies): Connectors {
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
