import { manifestFormat, readEnvelope } from '@linkspan/trust';
import { type LiveReleases, manifestIdOf, manifestOf, readStoredLive } from '../documents/live.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { listMissing } from '../documents/published.ts';
import { liveWarningMs, rootWarningMs } from '../limits.ts';
import { command } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toDistance } from '../time.ts';
import type { RemoteInStore, RemoteState } from './remote-state.ts';

/** What somebody should see to before a page has to refuse something. */
export interface Warning {
  readonly remote: string;
  readonly code:
    | 'warning/refused'
    | 'warning/live-expires'
    | 'warning/root-expires'
    | 'warning/not-published'
    | 'warning/files-missing';
  /** What it is, and what to do. */
  readonly sentence: string;
}

/** What of a remote expires soon. What has expired is refused already. `now` in milliseconds since 1970. */
export function warnOfExpiry({ remote, until, rootUntil }: RemoteState, now: number): readonly Warning[] {
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

type LiveRelease = LiveReleases[number];

/** What is wrong with the releases that are live, as far as a page does not refuse it already. */
export async function warnOfReleases({ store, remote }: RemoteInStore): Promise<readonly Warning[]> {
  const now = await readStoredLive(store, remote);
  const warnings = now?.live.releases.map((release) => warnOfLive(store, remote, release)) ?? [];
  return (await Promise.all(warnings)).flat();
}

async function warnOfLive(store: Store, remote: string, release: LiveRelease): Promise<readonly Warning[]> {
  const { version } = manifestOf(release, remote);
  const path = releasePath(remote, version);
  const file = await store.read(path + manifestName);
  const published = file && manifestIdOf(readEnvelope(manifestFormat, file.bytes, remote));
  if (published === manifestIdOf(release.manifest)) return warnOfFiles(store, remote, release);
  const what = published === undefined ? 'is not published there' : 'is published there with other content';
  const sentence = `${remote} ${version} is live, but it ${what}: ${store.address}/${path}. Promote another release, or roll back.`;
  return [{ remote, code: 'warning/not-published', sentence }];
}

async function warnOfFiles(store: Store, remote: string, release: LiveRelease): Promise<readonly Warning[]> {
  const manifest = manifestOf(release, remote);
  const folder = `${remote}/${release.path}`;
  const [missing] = await listMissing(store, folder, manifest);
  if (missing === undefined) return [];
  const { version } = manifest;
  const sentence = `${remote} ${version} is live, but ${store.address}/${folder}${missing.path} is not there as it was published. Publish ${version} again from its release folder, which puts back what is missing.`;
  return [{ remote, code: 'warning/files-missing', sentence }];
}
