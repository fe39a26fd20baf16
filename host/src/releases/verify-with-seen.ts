import {
  type Blocklist,
  type Bytes,
  mergeSeen,
  type Root,
  type Seen,
  toSeen,
  verifyLive,
} from '@linkspan/trust';
import { readCache } from './cache.ts';
import type { VerifiedLive } from './live.ts';
import type { ReleasesNeeds } from './needs.ts';

/** A live document with what it is judged by. */
export interface VerifyInput {
  readonly bytes: Bytes;
  readonly root: Root;
  readonly blocklist: Blocklist | undefined;
  /** What this page itself knows, whatever has become of the browser's storage since. */
  readonly known: Seen;
}

/**
 * Judges a live document by all that this browser and this page have seen. What it adds to that is part of
 * the policy for its releases from now on. Rejects as `verifyLive` does.
 */
export async function verifyWithSeen(
  { storage, remote, now }: ReleasesNeeds,
  { bytes, root, blocklist, known }: VerifyInput,
): Promise<VerifiedLive> {
  const seen = mergeSeen(readCache(storage, remote.name).seen, known);
  const policy = { root, seen, ...(blocklist && { blocklist }) };
  const live = await verifyLive({ ...policy, envelope: bytes, now: now() });
  return { live, policy: { ...policy, seen: mergeSeen(seen, toSeen(root, live)) } };
}
