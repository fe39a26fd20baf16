import {
  type FamilyId,
  type Handle,
  hasCode,
  LinkspanError,
  type Mount,
  type Port,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { type Berth, type Berths, berthOf, publishFailed } from './berth.ts';
import { withDeadline } from './deadline.ts';
import type { Federation } from './federation.ts';
import { fetchFiles } from './fetch-files.ts';
import { offered } from './offered.ts';
import type { Release } from './release.ts';

const fetchDeadlineMs = 20_000;
const startDeadlineMs = 10_000;

/** The mounted connectors of the page: each is loaded and mounted once, on the first need. */
export interface Connectors {
  /** Rejects with `release/…`, `loader/…` or `remote/…`; the remote's state in the store says so too. */
  mounted(family: FamilyId): Promise<Handle>;
}

export function createConnectors(needs: {
  readonly store: Store;
  readonly berths: Berths;
  federation(): Promise<Federation>;
  now(): number;
}): Connectors {
  const { store, berths } = needs;
  const loads = new Map<FamilyId, Promise<Handle>>();

  async function load(berth: Berth): Promise<Handle> {
    const { release, family } = berth;
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    try {
      await fetchFiles(release, fetchDeadlineMs);
      const mount = await loadMount(await needs.federation(), release);
      const handle = mount(createPort(berth, store, needs.now));
      store.publishRemote(family.id, { stage: 'mounted', release: release.ref });
      return handle;
    } catch (error) {
      publishFailed(store, berth, error, hasCode(error, 'loader/unreachable') ? 'again' : 'reload');
      throw error;
    }
  }

  return {
    mounted(family) {
      const loading = loads.get(family) ?? load(berthOf(berths, family));
      loads.set(family, loading);
      // What failed may be tried again by the next call.
      loading.catch(() => loads.delete(family));
      return loading;
    },
  };
}

async function loadMount(federation: Federation, release: Release): Promise<Mount> {
  const context = { remote: release.ref.remote, stage: 'connector' };
  const name = `${release.ref.remote}@${release.ref.version}`.replace(/\W/g, '_');
  const module = await withDeadline(
    federation.load(name, release.addressOf(release.manifest.entry), 'connector').catch((cause: unknown) => {
      throw new LinkspanError('loader/broken', context, { cause });
    }),
    startDeadlineMs,
    () => new LinkspanError('loader/timeout', context),
  );
  const mount = typeof module === 'object' && module !== null ? Reflect.get(module, 'mount') : undefined;
  if (typeof mount !== 'function') throw new LinkspanError('loader/broken', context);
  return mount as Mount;
}

function createPort({ family, storage }: Berth, { view }: Store, now: () => number): Port {
  return Object.freeze({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    view,
    storage,
    signal: new AbortController().signal,
    now,
    libraries: Object.freeze(
      Object.fromEntries(Object.entries(offered).map(([name, { module }]) => [name, module])),
    ),
  });
}
