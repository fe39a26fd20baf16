import { Refusal } from '../errors.ts';
import { command } from '../output.ts';
import type { Store } from '../store/store.ts';
import { assertSignedByTeam } from './change-live.ts';
import {
  type CurrentState,
  describeLive,
  type LiveReleases,
  manifestIdOf,
  manifestOf,
  toNotLive,
} from './live.ts';
import { toSharedFolder } from './paths.ts';
import { type Published, readRelease } from './published.ts';
import { assertWhole } from './stored-files.ts';

/** A release of a remote, and the share of the visitors that it is to have, in whole percent. */
export interface Promotion {
  /** Undefined: the newest of the two that are live. */
  readonly version: string | undefined;
  readonly share: number;
}

/**
 * What is live once a published release has its share. Rejects with what `readRelease`, `newestLive` and `toShares`
 * reject with, `toLiveRelease` too, and `assertSignedByTeam` if anything of what was live goes on.
 */
export async function toPromoted(before: CurrentState, { version, share }: Promotion): Promise<LiveReleases> {
  const { store, root, now } = before;
  if (version === undefined || share < 100) await assertSignedByTeam(before);
  const released = await readRelease(store, root, version ?? newestLive(before, share));
  return toShares(root.remote, now?.live.releases ?? [], await toLiveRelease(store, released, share));
}

/**
 * The version of the newest of the two releases that visitors get. Throws `command/not-live` if they get none,
 * `command/one-live` if they get one: which other is to come, only a person can say.
 */
export function newestLive({ root: { remote }, now }: CurrentState, share: number): string {
  const [first, ...rest] = (now?.live.releases ?? [])
    .filter((one) => one.share > 0)
    .map((one) => manifestOf(one, remote))
    .sort((one, other) => other.sequence - one.sequence);
  if (first === undefined) throw toNotLive(remote);
  if (rest.length > 0) return first.version;
  throw new Refusal(
    'command/one-live',
    `${first.version} is the only release of ${remote} that visitors get. Say which is to come: “${command} promote ${remote} VERSION --share ${share}”.`,
  );
}

/**
 * What is live once a release has its share, by sequence; the one other release has the rest. One that nobody gets,
 * as after a share of 0, makes room.
 * Throws `command/whole-share` if there is no other, `command/third-release` if there are two.
 */
function toShares(
  remote: string,
  before: LiveReleases,
  { path, manifest, share }: LiveReleases[number],
): LiveReleases {
  const promoted = { path, manifest, share };
  const id = manifestIdOf(manifest);
  if (share === 100) return [promoted];
  const others = before.filter((one) => manifestIdOf(one.manifest) !== id);
  const served = others.filter((one) => one.share > 0);
  const [other, ...more] = served.length > 0 ? served : others;
  if (other === undefined)
    throw new Refusal(
      'command/whole-share',
      `${manifestOf(promoted, remote).version} would be the only live release of ${remote}, so its share must be 100.`,
    );
  if (more.length > 0)
    throw new Refusal(
      'command/third-release',
      `Two releases of ${remote} are live already: ${describeLive(before, remote)}. Give one of them 100 first, or roll back.`,
    );
  const sequence = (one: LiveReleases[number]) => manifestOf(one, remote).sequence;
  return [{ ...other, share: 100 - share }, promoted].sort((one, two) => sequence(one) - sequence(two));
}

/**
 * A published release as a live document names it, with its share in whole percent. Rejects with
 * `command/files-missing`.
 */
export async function toLiveRelease(
  store: Store,
  { manifest, envelope }: Published,
  share: number,
): Promise<LiveReleases[number]> {
  const folder = toSharedFolder(manifest);
  await assertWhole(store, folder, manifest);
  // Relative to the live document, which is in the folder of the remote.
  return { share, path: folder.slice(manifest.remote.length + 1), manifest: envelope };
}
