import { manifestFormat, readEnvelope } from '@linkspan/trust';
import { type LiveReleases, manifestIdOf, manifestOf, readReadableLive } from '../documents/live.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { listMissing, parseListed } from '../documents/published.ts';
import { liveWarningMs, rootWarningMs } from '../limits.ts';
import { command } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toDistance } from '../time.ts';

/** What somebody should see to before a page has to refuse something. */
export interface Warning {
  readonly remote: string;
  readonly code: `warning/${'refused' | 'unknown-root' | 'live-expires' | 'root-expires' | 'files-missing'}`;
  /** What it is, and what to do. */
  readonly sentence: string;
}

/** When the documents of a remote expire, in ISO 8601. */
export interface Expiries {
  readonly remote: string;
  readonly until?: string;
  readonly rootUntil?: string;
}

/** What of a remote expires soon. What has expired is refused already. `now` in milliseconds since 1970. */
export function warnOfExpiry({ remote, until, rootUntil }: Expiries, now: number): readonly Warning[] {
  const warnings: Warning[] = [];
  if (until !== undefined && isWithin(until, now, liveWarningMs))
    warnings.push({
      remote,
      code: 'warning/live-expires',
      sentence: `The live document of ${remote} expires ${toDistance(until, now)}, at ${until}. Run “${command} refresh ${remote}”, and see why it does not run daily.`,
    });
  if (rootUntil !== undefined && isWithin(rootUntil, now, rootWarningMs))
    warnings.push({
      remote,
      code: 'warning/root-expires',
      sentence: `The root of ${remote} expires ${toDistance(rootUntil, now)}, at ${rootUntil}. Its people should run “${command} root change ${remote}”, sign and publish.`,
    });
  return warnings;
}

function isWithin(instant: string, now: number, ms: number): boolean {
  const leftMs = Date.parse(instant) - now;
  return leftMs > 0 && leftMs <= ms;
}

/** Which live releases are not whole in a store; a live document that cannot be read is refused already. */
export async function warnOfReleases(store: Store, remote: string): Promise<readonly Warning[]> {
  const now = await readReadableLive(store, remote);
  const found = await Promise.all(
    now?.live.releases.map(async (release): Promise<readonly Warning[]> => {
      const path = await findMissing(store, remote, release);
      if (path === undefined) return [];
      const { version } = manifestOf(release, remote);
      const sentence = `${remote} ${version} is live, but ${store.address}/${path} is not there as it was published. Publish ${version} again from its release folder, which puts back what is missing.`;
      return [{ remote, code: 'warning/files-missing', sentence }];
    }) ?? [],
  );
  return found.flat();
}

async function findMissing(
  store: Store,
  remote: string,
  release: LiveReleases[number],
): Promise<string | undefined> {
  const manifest = manifestOf(release, remote);
  const path = releasePath(remote, manifest.version) + manifestName;
  const file = await store.read(path);
  const published = file && parseListed(() => manifestIdOf(readEnvelope(manifestFormat, file.bytes, remote)));
  if (published !== manifestIdOf(release.manifest)) return path;
  const folder = `${remote}/${release.path}`;
  const [missing] = await listMissing(store, folder, manifest);
  return missing && folder + missing.path;
}
