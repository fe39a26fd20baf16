import { type Bucket, toBucket } from '@linkspan/trust';
import { readCache, writeCache } from './cache.ts';
import type { ReleasesNeeds } from './needs.ts';

/**
 * Returns where this visitor stands among all: drawn at the first call in this browser, and kept. It never leaves
 * the browser.
 */
export function openBucket({ storage, remote, random }: ReleasesNeeds): () => Bucket {
  let bucket: Bucket | undefined;
  return () => {
    const kept = readCache(storage, remote.name);
    bucket ??= kept.bucket ?? toBucket(random());
    if (kept.bucket === undefined) writeCache(storage, remote.name, { ...kept, bucket });
    return bucket;
  };
}
