import { integer, list, Malformed, record, type Shape } from '@linkspan/contract';
import { hash } from './forms.ts';
import type { KeyId } from './key.ts';
import type { Root } from './root.ts';

/** The highest verified versions of one remote that a visitor has seen: older ones are refused (TUF 5.3.8, 5.4.5). */
export interface Seen {
  /** The highest version of the root. */
  readonly root: number;
  /** The highest version of the live document, and the keys of its role. */
  readonly live: number;
  readonly liveKeyids: readonly KeyId[];
  readonly floor: number;
  readonly revoked: readonly string[];
}

export const nothingSeen: Seen = Object.freeze({ root: 0, live: 0, liveKeyids: [], floor: 0, revoked: [] });

const natural = integer(0, 2 ** 31 - 1);
const shape: Shape<Seen> = record({
  root: natural,
  live: natural,
  liveKeyids: list(hash, 32),
  floor: natural,
  revoked: list(hash, 10_000),
});

/** The versions of a verified root and, if there is one, a verified live document. */
export function toSeen(root: Root, live?: { readonly version: number }): Seen {
  return {
    root: root.version,
    live: live?.version ?? 0,
    liveKeyids: liveKeyidsOf(root),
    floor: root.floor,
    revoked: root.revoked,
  };
}

/** Merges two. The order does not matter, so that two tabs may write at once. */
export function mergeSeen(one: Seen, other: Seen): Seen {
  const [older, newer] = one.root > other.root ? [other, one] : [one, other];
  const isSameRole = older.root === newer.root || hasSameKeys(older, newer);
  const { live, liveKeyids } = isSameRole && older.live >= newer.live ? older : newer;
  return {
    root: newer.root,
    live,
    liveKeyids,
    floor: Math.max(one.floor, other.floor),
    revoked: [...new Set([...one.revoked, ...other.revoked])].sort(),
  };
}

/**
 * The lowest accepted version of the live document under a root. Versions signed by keys that the root has replaced do not
 * count: a thief of such a key could have raised them beyond reach (TUF 5.3.11).
 */
export function leastLive(seen: Seen, root: Root): number {
  return hasSameKeys(seen, { liveKeyids: liveKeyidsOf(root) }) ? seen.live : 0;
}

/** Parses the visitor's storage. Malformed data have the effect of cleared data: `nothingSeen`. */
export function parseSeen(value: unknown): Seen {
  if (value === undefined) return nothingSeen;
  try {
    return shape(value, '');
  } catch (cause) {
    if (cause instanceof Malformed) return nothingSeen;
    throw cause;
  }
}

function liveKeyidsOf({ roles }: Root): readonly KeyId[] {
  return [...roles.live.keyids].sort();
}

type LiveKeyids = Pick<Seen, 'liveKeyids'>;

function hasSameKeys(one: LiveKeyids, other: LiveKeyids): boolean {
  return one.liveKeyids.join() === other.liveKeyids.join();
}
