import { LinkspanError } from '@linkspan/contract';
import * as core from '@module-federation/runtime-core';
import { withDeadline } from '../async.ts';
import { startMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { ProvideCore } from './federation-globals.ts';
import type { Libraries } from './libraries.ts';

/** The federation runtime, as far as the loader needs it. */
export interface Federation {
  /** The exposed module of a remote whose entry is at this address. */
  load(name: string, entry: string, module: string): Promise<unknown>;
}

/**
 * Starts the page's federation. Each remote gets an instance, and so a share scope, of its own, which no other remote can
 * find. `versions` are those of the libraries that the page shares, by package name; `loadLibraries` loads them for the
 * first remote that asks.
 */
export function startFederation(
  versions: Readonly<Record<string, string>>,
  loadLibraries: () => Promise<Libraries>,
  provideCore: ProvideCore,
): Federation {
  provideCore(core);
  const toShared = () =>
    Object.fromEntries(
      Object.entries(versions).map(([library, version]) => [
        library,
        {
          version,
          // Without it, a remote's own copy could take the place of the page's in the share scope.
          loaded: true,
          async get() {
            const module = (await loadLibraries())[library];
            return () => module;
          },
          shareConfig: { singleton: true, requiredVersion: `^${version}`, strictVersion: true },
        },
      ]),
    );
  return {
    async load(remote, entry, module) {
      // The runtime would take an entry that another remote has put under a name that it can guess.
      const name = `${remote}_${crypto.randomUUID()}`;
      const remotes = [{ name, entry, type: 'module' }];
      const instance = new core.ModuleFederation({ name, remotes, shared: toShared() });
      return instance.loadRemote(`${name}/${module}`);
    },
  };
}

/** The host's own parts that a connector needs. If they fail, the release is not at fault. */
export interface PageParts {
  federation(): Promise<Federation>;
  /** The libraries that the page shares with remotes. */
  loadLibraries(): Promise<Libraries>;
}

/** Loads the host's own parts for a release: most releases need no library. */
export async function loadParts(
  { federation, loadLibraries }: PageParts,
  { manifest }: Release,
): Promise<Federation> {
  const libraries = Object.keys(manifest.shared).length > 0 && loadLibraries();
  const [started] = await Promise.all([federation(), libraries]);
  return started;
}

/**
 * The connector module of a release, loaded through the federation. Rejects with `loader/host`, `loader/timeout` or
 * `loader/broken`.
 */
export async function loadConnector(page: PageParts, release: Release): Promise<unknown> {
  const context = { remote: release.ref.remote, stage: 'connector' };
  const unstarted = () => new Error(`The federation runtime did not start within ${startMs} ms`);
  const started = await withDeadline(loadParts(page, release), startMs, unstarted).catch((cause: unknown) => {
    throw new LinkspanError('loader/host', {}, { cause });
  });
  const entry = release.addressOf(release.manifest.entry);
  const loading = started.load(release.ref.remote, entry, 'connector').catch((cause: unknown) => {
    throw new LinkspanError('loader/broken', context, { cause });
  });
  return withDeadline(loading, startMs, () => new LinkspanError('loader/timeout', context));
}
