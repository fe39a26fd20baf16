import { LinkspanError } from '@linkspan/contract';
import type { FamilyConfig } from '../config.ts';
import { openBlocklist } from '../releases/blocklist.ts';
import { chooseWorking } from '../releases/choose-working.ts';
import { loadLive } from '../releases/load-live.ts';
import type { PageTrust } from '../releases/page-trust.ts';
import { toRelease } from '../releases/release.ts';
import { openReleases, type ReleasesNeeds } from '../releases/releases.ts';
import { openStorage } from '../storage.ts';
import type { ReleaseSource } from './release-source.ts';

/** What signed releases need of the page. `storagePrefix` is what all that the page stores begins with. */
export interface SignedSourceNeeds extends Pick<ReleasesNeeds, 'fetch' | 'now' | 'random' | 'offered'> {
  readonly storagePrefix: string;
  /** The page's address, which a remote's path is relative to. */
  readonly base: string;
  /** Hears why the fresh document of a remote was not taken, if a copy is. */
  report(error: unknown): void;
}

/** Releases that their teams have signed, and that nobody has taken back. `trust` is what came with the page. */
export function createSignedSource(trust: PageTrust, needs: SignedSourceNeeds): ReleaseSource {
  const { storagePrefix, base, ...platform } = needs;
  const storage = openStorage(`${storagePrefix}release:`);
  const blocklist = openBlocklist({
    ...platform,
    baked: trust.blocklist,
    storage: openStorage(`${storagePrefix}host:`),
  });
  return {
    open(family) {
      const remote = { ...family.remote, ...trustOf(trust, family) };
      return openReleases({ ...platform, remote, storage, blocklist });
    },
    async load({ family, releases }) {
      if (releases === undefined)
        throw new LinkspanError('release/unreachable', { remote: family.remote.name });
      const askedAt = needs.now();
      const loaded = await loadLive(releases, needs.report);
      const sound = await chooseWorking(loaded, releases, { ...platform, remote: family.remote, storage });
      return toRelease(sound, { url: new URL(family.remote.url, base).href, askedAt });
    },
  };
}

/** Throws `config/malformed` for a remote that no root came with. */
function trustOf({ remotes }: PageTrust, { remote }: FamilyConfig) {
  const found = remotes.find(({ name }) => name === remote.name);
  if (found !== undefined) return found;
  throw new LinkspanError('config/malformed', { place: 'trust.remotes', expected: `with ${remote.name}` });
}
