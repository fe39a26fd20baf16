import type { Before } from './before.ts';
import { listFormer } from './former-releases.ts';
import { isSignedLive } from './live-signers.ts';

/** The highest version that a team comes to, and far above it: a change a second for 34 years. */
export const mostByChanges = 2 ** 30;

/**
 * The version of a remote's next live document: one that no page can have seen, also where the document was lost, or an
 * old one was put back. What replaced keys have signed counts as far as a team can come: whoever stole one may have
 * counted up to the end, and pages forget its versions (TUF 5.3.11).
 */
export async function findNextVersion(before: Before): Promise<number> {
  const { store, root, now } = before;
  const isCounted =
    now !== undefined &&
    (now.live.version <= mostByChanges || (await isSignedLive(root, new Uint8Array(now.bytes))));
  const version = isCounted ? now.live.version : 0;
  const former = (await listFormer(store, root.remote)).map((one) => one.version);
  const newest = Math.max(0, ...former.filter((one) => one <= mostByChanges));
  // Where former ones go on beyond what is there, the last one is lost: its version was the next after them.
  return newest > version ? newest + 2 : version + 1;
}
