import { codeOf, type FamilyId, type Handle, LinkspanError } from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import type { PageEvent } from '../events.ts';
import type { Release } from '../releases/release.ts';
import { loadConnector, loadParts, type PageParts } from './federation.ts';
import { type Compile, findReason } from './files.ts';
import { toGuarded } from './guarded-handle.ts';
import { mountConnector } from './module.ts';
import {
  createRemotePort,
  endConnection,
  type FamilySlot,
  type FamilySlots,
  fetchConnector,
  importMarked,
  publishFailed,
  slotOf,
  timeStage,
} from './slot.ts';

/** Dependencies of one mount. */
export interface MountDependencies {
  readonly store: Store;
  emit(event: PageEvent): void;
  /** The connector module of a release, which runs once. */
  moduleOf(release: Release): Promise<unknown>;
  readonly compile: Compile;
  unmount(): void;
}

/** One connector in the page, from its first use on. */
export interface ConnectorMount {
  /** Its handle; rejects with `release/…`, `loader/…` or `remote/…`. */
  readonly held: Promise<Handle>;
  /** True if a failure may be retried by the next use. */
  readonly mayRetry: () => boolean;
  /** Unmounts the connector. Throws as the connector does. */
  end(): void;
}

/** Loads and mounts a slot's connector, and publishes the remote's state. */
function mountSlot(slot: FamilySlot, dependencies: MountDependencies): ConnectorMount {
  const { store, emit } = dependencies;
  const { family, release, failureMark } = slot;
  const control = new AbortController();
  const { signal } = control;
  // This page can retry a fetch, but not a module that the browser has tried to run.
  let step: 'again' | 'reload' = 'again';
  let mounted: Handle | undefined;

  async function load(runningRelease: Release): Promise<unknown> {
    const { preload } = runningRelease.manifest;
    await fetchConnector(slot, runningRelease);
    step = 'reload';
    try {
      const module = await importMarked(slot, 'connector', () => {
        // Only once all files have loaded: Firefox requests a module's imports at once, and remembers failures.
        for (const path of preload) dependencies.compile(runningRelease, path);
        return dependencies.moduleOf(runningRelease);
      });
      slot.ran?.add(preload);
      return module;
    } catch (error) {
      const isUnfetched = preload.some((path) => slot.ran?.has(path));
      slot.ran?.forget();
      // The cache may have lost a file that was not fetched first: then the release is not at fault.
      const code = isUnfetched && (await findReason(runningRelease, preload));
      const context = { remote: runningRelease.ref.remote, stage: 'connector' };
      throw code ? new LinkspanError(code, context, { cause: error }) : error;
    }
  }

  async function mount(): Promise<Handle> {
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    try {
      const stage = { emit, slot, stage: 'connector' } as const;
      const module = await timeStage(stage, () => load(release));
      if (signal.aborted) throw new LinkspanError('remote/unmounted', { family: family.id });
      const handle = await timeStage({ emit, slot, stage: 'mount' }, () => {
        const port = createRemotePort(slot, release, { stage: 'connector', store, emit });
        mounted = mountConnector(
          module,
          release,
          deepFreeze({ ...port, view: store.view, signal: toOwnSignal(signal) }),
        );
        return mounted;
      });
      store.publishRemote(family.id, { stage: 'mounted', release: release.ref });
      const { unmount } = dependencies;
      return toGuarded(handle, { family: family.id, signal, failureMark, unmount, emit });
    } catch (error) {
      if (!signal.aborted) publishFailed(store, slot, error, step);
      throw error;
    }
  }

  const held = mount();
  held.catch(() => undefined);
  return {
    held,
    mayRetry: () => step === 'again',
    end() {
      control.abort();
      mounted?.unmount();
    },
  };
}

/** A signal for this connector alone: code with a signal can dispatch `abort` to all of its listeners. */
function toOwnSignal(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  signal.addEventListener('abort', () => own.abort(), { once: true });
  return own.signal;
}

/** The mounted connectors of the page: each is loaded and mounted once, on its first use. */
export interface Connectors {
  /**
   * Rejects with `release/…`, `loader/…` or `remote/…`, which is published too. The next call retries if the failure
   * allows it.
   */
  mounted(family: FamilyId): Promise<Handle>;
  /** Loads the page's own parts that a family's connector needs, before anybody waits for them. */
  preload(family: FamilyId): void;
  /**
   * Unmounts a family's connector if it is mounted or being mounted: its running commands reject with
   * `remote/unmounted`, its later publications are refused, and its connection ends with that code, and is remembered.
   * The next `mounted` mounts the same module again. Never throws: an error of the connector is emitted as a fault.
   */
  unmount(family: FamilyId): void;
}

/** Dependencies of the connectors. */
export interface ConnectorDependencies extends Omit<MountDependencies, 'moduleOf' | 'unmount'>, PageParts {
  readonly slots: FamilySlots;
}

export function createConnectors(dependencies: ConnectorDependencies): Connectors {
  const { store, slots } = dependencies;
  const mounts = new Map<FamilyId, ConnectorMount>();
  /** By the address of the release's entry: in development, releases have no ids of their own. */
  const modules = new Map<string, Promise<unknown>>();

  function moduleOf(release: Release): Promise<unknown> {
    const entry = release.addressOf(release.manifest.entry);
    const module = modules.get(entry) ?? loadConnector(dependencies, release);
    modules.set(entry, module);
    return module;
  }

  /** After a failure they are loaded again with the connector. */
  function preload(family: FamilyId): void {
    const { release } = slotOf(slots, family);
    if (release) loadParts(dependencies, release).catch(() => undefined);
  }

  function begin(family: FamilyId): ConnectorMount {
    const slot = slotOf(slots, family);
    // In parallel with the connector's files.
    preload(family);
    const mounting = mountSlot(slot, {
      ...dependencies,
      moduleOf,
      unmount: () => unmount(family),
    });
    mounts.set(family, mounting);
    mounting.held.catch(() => {
      if (mounting.mayRetry() && mounts.get(family) === mounting) mounts.delete(family);
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
      dependencies.emit({ kind: 'fault', family, code: codeOf(error) ?? 'remote/failed' });
    }
    if (view.connection.get().status === 'connected') endConnection(store, family, toUnmounted(family));
    store.publishRemote(family, { stage: 'listed', release: release.ref });
  }

  return {
    mounted: (family) => (mounts.get(family) ?? begin(family)).held,
    preload,
    unmount,
  };
}

function toUnmounted(family: FamilyId) {
  return { code: 'remote/unmounted', context: { family } };
}
