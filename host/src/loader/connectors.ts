import { type FamilyId, type Handle, LinkspanError, type Port, type ReleaseFiles } from '@linkspan/contract';
import { harden, type Store } from '@linkspan/store';
import { type Berth, type Berths, berthOf, publishFailed } from './berth.ts';
import type { Federation } from './federation.ts';
import { fetchFiles } from './fetch-files.ts';
import type { FileMakers } from './file-makers.ts';
import { offered } from './offered.ts';
import { openConnector } from './open-connector.ts';
import { createReleaseFiles } from './release-files.ts';

const fetchDeadlineMs = 20_000;

/** The mounted connectors of the page: each is loaded and mounted once, on the first need. */
export interface Connectors {
  /**
   * Rejects with `release/…`, `loader/…` or `remote/…`; the remote's state in the store says so too. What can be
   * tried again is tried again by the next call.
   */
  mounted(family: FamilyId): Promise<Handle>;
}

export function createConnectors(needs: {
  readonly store: Store;
  readonly berths: Berths;
  federation(): Promise<Federation>;
  readonly makers: FileMakers;
  now(): number;
}): Connectors {
  const { store, berths } = needs;
  const loads = new Map<FamilyId, Promise<Handle>>();

  async function load(berth: Berth): Promise<Handle> {
    const { release, family } = berth;
    if (release === undefined) throw new LinkspanError('release/unreachable', { remote: family.remote.name });
    store.publishRemote(family.id, { stage: 'mounting', release: release.ref });
    // A fetch can be tried again by this page; what the browser has tried to run cannot.
    let mend: 'again' | 'reload' = 'again';
    try {
      await fetchFiles(release, {
        stage: 'connector',
        paths: release.manifest.preload,
        deadlineMs: fetchDeadlineMs,
      });
      mend = 'reload';
      const files = createReleaseFiles(release, family.remote.allow, needs.makers);
      const handle = await openConnector(needs.federation, release, createPort(berth, { ...needs, files }));
      store.publishRemote(family.id, { stage: 'mounted', release: release.ref });
      return handle;
    } catch (error) {
      if (mend === 'again') loads.delete(family.id);
      publishFailed(store, berth, error, mend);
      throw error;
    }
  }

  return {
    mounted(family) {
      const loading = loads.get(family) ?? load(berthOf(berths, family));
      loads.set(family, loading);
      return loading;
    },
  };
}

interface Lent {
  readonly store: Store;
  readonly files: ReleaseFiles;
  now(): number;
}

function createPort({ family, storage }: Berth, { store: { view }, files, now }: Lent): Port {
  return harden({
    family: family.id,
    networks: family.networks,
    options: family.remote.options,
    view,
    storage,
    signal: new AbortController().signal,
    now,
    files,
    libraries: Object.fromEntries(Object.entries(offered).map(([name, { module }]) => [name, module])),
  });
}
