import { type Live, type LiveRelease, nothingSeen, type Root, verifyLive } from '@linkspan/trust';
import { livePath } from '../documents/paths.ts';
import type { Store } from '../store/store.ts';

/** What the visitors of a remote are served. */
export interface Served {
  readonly remote: string;
  /** ISO 8601: until when the live document is good. */
  readonly until: string;
  /** Newest first, their shares summing to 100; none, where the remote is withdrawn. */
  readonly releases: readonly LiveRelease[];
}

/**
 * What a page without a past would serve now. A release that is refused is left out, and its visitors get the newest
 * of the others, as in `chooseRelease`; one that nobody gets is left out too. Undefined where
 * nothing was ever live. Rejects with what `verifyLive` rejects with, and with the refusal where none is left.
 */
export async function readServed(store: Store, root: Root, now: number): Promise<Served | undefined> {
  const { remote } = root;
  const file = await store.read(livePath(remote));
  if (file === undefined) return undefined;
  const live = await verifyLive({ root, seen: nothingSeen, envelope: new Uint8Array(file.bytes), now });
  return { remote, until: live.expiresAt, releases: share(live) };
}

function share({ releases, refused }: Live): readonly LiveRelease[] {
  const [newest, ...others] = releases
    .filter((one) => one.share > 0)
    .sort((one, other) => other.manifest.sequence - one.manifest.sequence);
  const left = refused.reduce((sum, one) => sum + one.share, 0);
  if (newest !== undefined) return [{ ...newest, share: newest.share + left }, ...others];
  if (refused[0] !== undefined) throw refused[0].refusal;
  return [];
}

/** The release that serves where only one can be named: of the greatest share, the older of two equal ones. */
export function findDefault({ releases }: Served): LiveRelease | undefined {
  return releases.reduce<LiveRelease | undefined>(
    (best, one) => (best === undefined || one.share >= best.share ? one : best),
    undefined,
  );
}
