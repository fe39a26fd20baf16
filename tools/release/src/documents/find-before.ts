import { type Manifest, nothingSeen, refusalOf } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { explainError } from '../explain-error.ts';
import type { Before } from './before.ts';
import { readFormerReleases } from './former-releases.ts';
import { type LiveReleases, manifestOf } from './live-now.ts';
import { listManifests, type Published, readRelease } from './published.ts';

/**
 * The release to go back to: the first that is older than the newest live one, is still published and allowed. Asked
 * first are those that are live too, then those that were live before, newest document first, then all that are
 * published. Rejects with `command/not-live` and `command/nothing-before`.
 */
export async function findBefore(before: Before): Promise<Published> {
  const { remote } = before.root;
  const tried = new Set<string>();
  for await (const { version } of listOlder(before)) {
    if (tried.has(version)) continue;
    tried.add(version);
    const found = await readAllowed(before, version);
    if (found !== undefined) return found;
  }
  throw new CommandError('command/nothing-before', { remote });
}

async function* listOlder({ store, root: { remote }, now }: Before): AsyncGenerator<Manifest> {
  const live = toManifests(remote, now?.live.releases ?? []);
  const oldest = live.at(-1);
  if (oldest === undefined) throw new CommandError('command/not-live', { remote });
  yield* live.slice(1);
  const isOlder = ({ sequence }: Manifest) => sequence < oldest.sequence;
  for await (const former of readFormerReleases(store, remote)) {
    const served = former.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
    yield* served.map((one) => manifestOf(one, remote)).filter(isOlder);
  }
  yield* (await listManifests(store, remote)).filter(isOlder).reverse();
}

function toManifests(remote: string, live: LiveReleases): readonly Manifest[] {
  return live.map((one) => manifestOf(one, remote)).sort((one, other) => other.sequence - one.sequence);
}

/** The release as it is published, or undefined where it is gone, or refused by the root of today. */
async function readAllowed({ store, root }: Before, version: string): Promise<Published | undefined> {
  try {
    const released = await readRelease(store, root, version);
    return refusalOf(released, { root, seen: nothingSeen }) === undefined ? released : undefined;
  } catch (error) {
    const end = explainError(error);
    if (end === undefined || end.code.startsWith('store/')) throw error;
    return undefined;
  }
}
