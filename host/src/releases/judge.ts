import { type Blocklist, type Bytes, mergeSeen, type Root, toSeen, verifyLive } from '@linkspan/trust';
import type { Judged } from './believed.ts';
import { readKept } from './kept.ts';
import type { ReleasesNeeds } from './needs.ts';

/** A live document with what it is judged by. */
export interface Case {
  readonly bytes: Bytes;
  readonly root: Root;
  readonly blocklist: Blocklist | undefined;
}

/**
 * Judges a live document by all that this browser and the page's deploy have seen. What it adds to that is part of
 * the law that its releases are judged by from now on. Rejects as `verifyLive` does.
 */
export async function judge(
  { storage, remote, now }: ReleasesNeeds,
  { bytes, root, blocklist }: Case,
): Promise<Judged> {
  const fromDeploy = toSeen(remote.root, { version: remote.least });
  const seen = mergeSeen(readKept(storage, remote.name).seen, fromDeploy);
  const law = { root, seen, ...(blocklist && { blocklist }) };
  const live = await verifyLive({ ...law, envelope: bytes, now: now() });
  return { live, law: { ...law, seen: mergeSeen(seen, toSeen(root, live)) } };
}
