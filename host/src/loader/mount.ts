import { type Handle, type Happening, LinkspanError, type Port } from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import type { Manifest } from '@linkspan/trust';
import { assertFits } from '../releases/compatible.ts';
import type { Release } from '../releases/release.ts';
import type { Compile } from './compile.ts';
import { fetchConnector } from './connector-files.ts';
import { type FamilySlot, publishFailed } from './family-slot.ts';
import { toHeld } from './guarded-handle.ts';
import { mountConnector } from './load-connector.ts';
import type { Libraries, SharedModules } from './shared-modules.ts';
import { timeStage } from './time-stage.ts';

/** What a connector needs of the page to be brought into it. */
export interface MountNeeds {
  readonly store: Store;
  now(): number;
  /** Hears what has happened, to be told. */
  emit(happening: Happening): void;
  /** The connector module of a release, which a browser runs once. */
  moduleOf(release: Release): Promise<unknown>;
  readonly sharedModules: SharedModules;
  /** The versions of the libraries that the page shares, by package name. */
  readonly versions: Readonly<Record<string, string>>;
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

  async function load(runningRelease: Release): Promise<readonly [unknown, Libraries]> {
    const lent = needs.sharedModules(Object.keys(runningRelease.manifest.shared));
    lent.catch(() => undefined);
    await bringFiles(runningRelease);
    step = 'reload';
    // The remote asks for them as it starts: it is not to blame where they are late, or do not come.
    const libraries = await lent;
    assertShared(runningRelease.manifest, libraries, needs.versions);
    const settle = failureMark?.set('connector');
    const module = await needs.moduleOf(runningRelease).finally(settle);
    return [module, libraries];
  }

  function mount(runningRelease: Release, module: unknown, libraries: Libraries): Handle {
    return mountConnector(
      module,
      runningRelease,
      createPort(slot, { ...needs, libraries, signal: toOwn(signal) }),
    );
  }

  async function bring(): Promise<Handle> {
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    try {
      const stage = { emit, slot, stage: 'connector' } as const;
      const [module, libraries] = await timeStage(stage, () => load(release));
      if (signal.aborted) throw new LinkspanError('remote/unmounted', { family: family.id });
      const handle = await timeStage({ emit, slot, stage: 'mount' }, () => {
        mounted = mount(release, module, libraries);
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

/**
 * The container takes any copy of a shared library, and starts without one. Throws `release/misfit-shared` if the page
 * lacks a library that the signed manifest names, or has another version.
 */
function assertShared(manifest: Manifest, libraries: Libraries, versions: MountNeeds['versions']): void {
  const lent = Object.entries(versions).filter(([library]) => Object.hasOwn(libraries, library));
  assertFits(manifest, Object.fromEntries(lent));
}

/** A signal of its own: whoever has one can tell all who listen to it that it is aborted. */
function toOwn(signal: AbortSignal): AbortSignal {
  const own = new AbortController();
  signal.addEventListener('abort', () => own.abort(), { once: true });
  return own.signal;
}

type PortParts = Pick<MountNeeds, 'store' | 'now'> & Pick<Port, 'libraries' | 'signal'>;

function createPort({ family, storage }: FamilySlot, { store: { view }, ...parts }: PortParts): Port {
  const { libraries, now, signal } = parts;
  return deepFreeze({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    view,
    storage,
    signal,
    now,
    libraries,
  });
}
