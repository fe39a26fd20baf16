import { type Bucket, buckets } from './bucket.ts';
import { refusal } from './refusal.ts';
import type { Live, LiveRelease, RefusedRelease } from './verify-live.ts';

/**
 * The release that a visitor gets. The newest takes the lowest buckets, so that who has it keeps it while its share
 * rises. Where that release is refused, another with a share serves.
 * Throws `release/withdrawn`, or the release's own refusal where none other is left.
 */
export function chooseRelease(live: Live, bucket: Bucket): LiveRelease {
  const newestFirst: readonly (LiveRelease | RefusedRelease)[] = [...live.releases, ...live.refused].sort(
    (one, other) => other.manifest.sequence - one.manifest.sequence,
  );
  let upTo = 0;
  const own = newestFirst.find(({ share }) => {
    upTo += share;
    return bucket * 100 < upTo * buckets;
  });
  if (own === undefined) throw refusal('release/withdrawn', { remote: live.remote });
  if (!('refusal' in own)) return own;
  const other = newestFirst.find((release) => release.share > 0 && !('refusal' in release));
  if (other === undefined) throw own.refusal;
  return other;
}
