import { type Handle, type Happening, LinkspanError, type Port } from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import type { Release } from '../releases/release.ts';
import type { Compile } from './compile.ts';
import { fetchConnector } from './connector-files.ts';
import { type FamilySlot, publishFailed } from './family-slot.ts';
import { toHeld } from './guarded-handle.ts';
import { mountConnector } from './load-connector.ts';
import { timeStage } from './time-stage.ts';

/** What a connector needs of the page to be brought into it. */
export interface MountNeeds {
  readonly store: Store;
  now(): number;
  /** Hears what has happened, to be told. */
  emit(happening: Happening): void;
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
export function mountSlot(slot: FamilySlot, needs: MountNeeds): ConnectorMount {
  const { store, emit } = needs;
  const { family, release, failureMark } = slot;
  const control = new AbortController();
  const { signal } = control;
  // A fetch can be tried again by this page; what the browser has tried to run cannot.
  let step: 'again' | 'reload' = 'again';
  let mounted: Handle | undefined;

  /** None is compiled before all have come: Firefox asks at once for what a module imports, and remembers what fails. */
  async function bringFiles(runningRelease: Release): Promise<void> {
    await fetchConnector(slot, runningRelease).all;
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
  { store: { view }, now }: Pick<MountNeeds, 'store' | 'now'>,
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
