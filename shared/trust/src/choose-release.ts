import type { Live, LiveRelease, RefusedRelease } from './live.ts';
import { refusal } from './refusal.ts';

/** A visitor's place among all: a whole number from 0 to 65535, drawn once for each remote and stored. */
export type Bucket = number & { readonly bucket: unique symbol };

/** The number of buckets. */
export const buckets = 65_536;

/** A bucket from a random number, from 0 up to but not including 1. */
export function toBucket(random: number): Bucket {
  return Math.floor(random * buckets) as Bucket;
}

/** Whether a value, such as one from the visitor's storage, is a bucket. */
export function isBucket(value: unknown): value is Bucket {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < buckets;
}

/**
 * The release for a visitor. The newest takes the lowest buckets, so that its visitors stay with it while its share rises.
 * If that release is refused, or `canRun` says that it does not fit the page, the newest other with a share is chosen. If
 * none fits, it is the visitor's own one all the same, which then reports the misfit.
 * Throws `release/withdrawn`, or the release's own refusal if no other is left.
 */
export function chooseRelease(
  live: Live,
  bucket: Bucket,
  canRun: (release: LiveRelease) => boolean = () => true,
): LiveRelease {
  const newestFirst: readonly (LiveRelease | RefusedRelease)[] = [...live.releases, ...live.refused].sort(
    (one, other) => other.manifest.sequence - one.manifest.sequence,
  );
  let upTo = 0;
  const own = newestFirst.find(({ share }) => {
    upTo += share;
    return bucket * 100 < upTo * buckets;
  });
  if (own === undefined) throw refusal('release/withdrawn', { remote: live.remote });
  const isUsable = (release: LiveRelease) => !('refusal' in release) && canRun(release);
  if (isUsable(own)) return own;
  const other = newestFirst.find((release) => release.share > 0 && isUsable(release));
  if (other === undefined && 'refusal' in own) throw own.refusal;
  return other ?? own;
}
