import { manifestFormat, type Root, readEnvelope, verifyManifest } from '@linkspan/trust';
import { readHistory } from '../documents/history.ts';
import { findLiveBefore } from '../documents/live-before.ts';
import { type LiveReleases, manifestOf, readLiveNow } from '../documents/live-now.ts';
import { manifestIdOf } from '../documents/manifest-id.ts';
import { manifestName, releasePath } from '../documents/paths.ts';
import { readRoot } from '../documents/read-root.ts';
import type { RemotePlace } from '../documents/read-state.ts';
import { refusalOfStated } from '../documents/refusal-of-stated.ts';
import { listMissing } from '../documents/stored-files.ts';
import { explainRefusal } from '../explain-error.ts';
import type { Store } from '../store/store.ts';
import type { Warning } from './warning.ts';

type LiveRelease = LiveReleases[number];

/**
 * What is wrong with the releases that are live, and with those that a rollback would lead to, as far as a page does
 * not refuse it already.
 */
export async function warnOfReleases({ store, remote, trusted }: RemotePlace): Promise<readonly Warning[]> {
  const now = await readLiveNow(store, remote);
  if (now === undefined) return [];
  const root = await readRoot(store, remote, trusted);
  const { releases } = now.live;
  const before = findLiveBefore(await readHistory(store, remote), releases);
  const warnings = await Promise.all([
    ...releases.map((release) => warnOfLive(store, remote, release)),
    ...before.map((release) => warnOfFormer(root, release)),
  ]);
  return warnings.flat();
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

/** What was revoked or is below the floor is no way back on purpose. */
async function warnOfFormer(root: Root, release: LiveRelease): Promise<readonly Warning[]> {
  const { remote } = root;
  if (refusalOfStated(root, release) !== undefined) return [];
  try {
    await verifyManifest(root, release.manifest);
    return [];
  } catch (error) {
    const { code } = explainRefusal(error);
    const { version } = manifestOf(release, remote);
    const sentence = `There is no way back to ${remote} ${version}, which was live before: the root asks for other signatures now (${code}). Publish a release that the present keys have signed, before you need one.`;
    return [{ remote, code: 'warning/no-way-back', sentence }];
  }
}
