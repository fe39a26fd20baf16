import { type Handle, type Happening, LinkspanError, type Port } from '@linkspan/contract';
import { harden, type Store } from '@linkspan/store';
import { startMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { Compile } from './compile.ts';
import { fetchConnector } from './connector-files.ts';
import { type Berth, publishFailed } from './family-slot.ts';
import type { FileMakers } from './file-makers.ts';
import { toHeld } from './guarded-handle.ts';
import type { InTurn } from './in-turn.ts';
import { mountConnector } from './load-connector.ts';
import { createReleaseFiles } from './release-files.ts';
import type { Lend, Libraries } from './shared-modules.ts';
import { timeStage } from './time-stage.ts';

/** What a connector needs of the page to be brought into it. */
export interface MooringNeeds {
  readonly store: Store;
  readonly makers: FileMakers;
  now(): number;
  /** Hears what has happened, to be told. */
  emit(happening: Happening): void;
  /** The connector module of a release, which a browser runs once. */
  moduleOf(release: Release): Promise<unknown>;
  readonly inTurn: InTurn;
  readonly lend: Lend;
  readonly compile: Compile;
  unmount(): void;
}

/** One connector in the page, from the first need of it on. */
export interface Mooring {
  /** Its handle; rejects with `release/…`, `loader/…` or `remote/…`. */
  readonly held: Promise<Handle>;
  /** Whether the next need may try what failed once more. */
  readonly mayTryAgain: () => boolean;
  /** Takes the connector out of the page. Throws what the connector throws in that. */
  end(): void;
}

/** Loads and mounts a berth's connector; the remote's state in the store tells how far it has come. */
export function moor(berth: Berth, needs: MooringNeeds): Mooring {
  const { store, emit } = needs;
  const { family, release, trial } = berth;
  const control = new AbortController();
  const { signal } = control;
  // A fetch can be tried again by this page; what the browser has tried to run cannot.
  let mend: 'again' | 'reload' = 'again';
  let mounted: Handle | undefined;

  /** None is compiled before all have come: Firefox asks at once for what a module imports, and remembers what fails. */
  async function bringFiles(serving: Release): Promise<void> {
    await fetchConnector(berth, serving).all;
    for (const path of serving.manifest.preload) needs.compile(serving, path);
  }

  async function load(serving: Release): Promise<readonly [unknown, Libraries]> {
    const lent = needs.lend(Object.keys(serving.manifest.shared));
    lent.catch(() => undefined);
    await bringFiles(serving);
    mend = 'reload';
    // The remote asks for them as it starts: it is not to blame where they are late, or do not come.
    const libraries = await lent;
    const module = await needs.inTurn(
      async () => {
        const ran = trial?.begin('connector');
        return needs.moduleOf(serving).finally(ran);
      },
      trial?.isSuspect ? startMs : undefined,
    );
    return [module, libraries];
  }

  function mount(serving: Release, module: unknown, libraries: Libraries): Handle {
    const ran = trial?.begin('mount');
    try {
      const files = createReleaseFiles(serving, family.remote.allow, needs.makers);
      return mountConnector(
        module,
        serving,
        createPort(berth, { ...needs, files, libraries, signal: toOwn(signal) }),
      );
    } finally {
      ran?.();
    }
  }

  async function bring(): Promise<Handle> {
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    try {
      const stage = { emit, berth, stage: 'connector' } as const;
      const [module, libraries] = await timeStage(stage, () => load(release));
      if (signal.aborted) throw new LinkspanError('remote/unmounted', { family: family.id });
      const handle = await timeStage({ emit, berth, stage: 'mount' }, () => {
        mounted = mount(release, module, libraries);
        return mounted;
      });
      store.publishRemote(family.id, { stage: 'mounted', release: release.ref });
      return toHeld(handle, { family: family.id, signal, trial, unmount: needs.unmount, emit });
    } catch (error) {
      if (!signal.aborted) publishFailed(store, berth, error, mend);
      throw error;
    }
  }

  const held = bring();
  held.catch(() => undefined);
  return {
    held,
    mayTryAgain: () => mend === 'again',
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

type PortParts = Pick<MooringNeeds, 'store' | 'now'> & Pick<Port, 'files' | 'libraries' | 'signal'>;

function createPort({ family, storage }: Berth, { store: { view }, ...parts }: PortParts): Port {
  const { files, libraries, now, signal } = parts;
  return harden({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    view,
    storage,
    signal,
    now,
    files,
    libraries,
  });
}
