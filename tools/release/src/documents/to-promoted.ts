import { CommandError } from '../command-error.ts';
import { assertOwnLive } from './assert-own-live.ts';
import type { Before } from './before.ts';
import { type LiveReleases, manifestOf } from './live-now.ts';
import { toLiveRelease } from './live-release.ts';
import { readRelease } from './published.ts';
import { toShares } from './to-shares.ts';

/** A release of a remote, and the share of the visitors that it is to have, in whole percent. */
export interface Promotion {
  /** Undefined: the newest of the two that are live. */
  readonly version: string | undefined;
  readonly share: number;
}

/**
 * What is live once a published release has its share. Rejects with what `readRelease`, `newestLive` and `toShares`
 * reject with, `toLiveRelease` too, and `assertOwnLive` where anything of what was live goes on.
 */
export async function toPromoted(before: Before, { version, share }: Promotion): Promise<LiveReleases> {
  const { store, root, now } = before;
  if (version === undefined || share < 100) await assertOwnLive(before);
  const released = await readRelease(store, root, version ?? newestLive(before, share));
  return toShares(root.remote, now?.live.releases ?? [], await toLiveRelease(store, released, share));
}

/**
 * The version of the newest of the two releases that visitors get. Throws `command/not-live` where they get none,
 * `command/one-live` where they get one: which other is to come, only a person can say.
 */
export function newestLive({ root: { remote }, now }: Before, share: number): string {
  const [first, ...rest] = (now?.live.releases ?? [])
    .filter((one) => one.share > 0)
    .map((one) => manifestOf(one, remote))
    .sort((one, other) => other.sequence - one.sequence);
  if (first === undefined) throw new CommandError('command/not-live', { remote });
  if (rest.length > 0) return first.version;
  throw new CommandError('command/one-live', { remote, live: first.version, share: `${share}` });
}

/** The share that a release has of the visitors, in whole percent. */
export function shareOf(remote: string, live: LiveReleases, version: string): number {
  return live.find((one) => manifestOf(one, remote).version === version)?.share ?? 0;
}
