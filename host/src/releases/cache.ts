import type { ScopedStorage } from '@linkspan/contract';
import {
  type Bucket,
  type Envelope,
  isBucket,
  leastLive,
  liveFormat,
  mergeSeen,
  parseSeen,
  type Root,
  type Seen,
} from '@linkspan/trust';
import type { RootChain } from './root-chain.ts';

/**
 * A browser's stored documents of one remote. All of it is verified again, except for the bucket and the highest
 * versions: code that can write it can shut a remote out, but cannot let in a release that is not signed and valid.
 */
export interface Cached {
  /** Never sent anywhere. */
  readonly bucket: Bucket | undefined;
  readonly seen: Seen;
  /** The envelopes of the roots after the page's own, in their order. */
  readonly roots: readonly string[];
  /** The envelope of the last live document that was verified. */
  readonly live: string | undefined;
  /** The ids of the root keys that led to it, the page's own among them. */
  readonly rootKeys: readonly string[];
}

const mostRoots = 64;

/** The value under a key. A field that cannot be parsed counts as missing. */
export function readCache(storage: ScopedStorage, key: string): Cached {
  const { bucket, seen, roots, live, rootKeys } = parseObject(storage.get(key));
  return {
    bucket: isBucket(bucket) ? bucket : undefined,
    seen: parseSeen(seen),
    roots: toTexts(roots).slice(0, mostRoots),
    live: typeof live === 'string' ? live : undefined,
    rootKeys: toTexts(rootKeys),
  };
}

/** The envelope of the last live document that was verified; the rest is not parsed. */
export function readCachedLive(storage: ScopedStorage, key: string): string | undefined {
  const { live } = parseObject(storage.get(key));
  return typeof live === 'string' ? live : undefined;
}

export function writeCache(storage: ScopedStorage, key: string, kept: Cached): void {
  storage.set(key, JSON.stringify(kept));
}

/**
 * Stores the highest versions, the roots, and a live document that has just been verified, if there is one. Another tab
 * may have seen something newer meanwhile.
 */
export function keepSeen(
  storage: ScopedStorage,
  key: string,
  { seen, chain, fresh }: { readonly seen: Seen; readonly chain: RootChain; readonly fresh?: Fresh },
): void {
  const stored = readCache(storage, key);
  const merged = mergeSeen(stored.seen, seen);
  writeCache(storage, key, {
    bucket: stored.bucket,
    seen: merged,
    roots: stored.seen.root > chain.root.version ? stored.roots : chain.texts,
    live: fresh && leastLive(merged, chain.root) <= fresh.version ? fresh.text : stored.live,
    rootKeys: [...new Set([...stored.rootKeys, ...chain.rootKeys])],
  });
}

/** A live document, with the text of its envelope. */
interface Fresh {
  readonly version: number;
  readonly text: string;
}

/**
 * Removes everything but the bucket if none of the page's root keys led to the stored root: the host team trusts
 * another team now, or one that has started again, and documents of the previous one say nothing about it. So do those
 * of another form, whose team has started again, perhaps with the same keys.
 */
export function forgetOthers(
  storage: ScopedStorage,
  { name, root }: { readonly name: string; readonly root: Root },
): void {
  const { bucket, live, rootKeys } = readCache(storage, name);
  const isOfTeam = rootKeys.length === 0 || rootKeys.some((id) => root.roles.root.keyids.includes(id));
  if (isOfTeam && (live === undefined || isOfForm(live))) return;
  storage.set(name, JSON.stringify({ bucket }));
}

function isOfForm(live: string): boolean {
  return parseObject<Envelope>(live).payloadType === liveFormat.payloadType;
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** The fields of a stored object, still unchecked; none if the text cannot be parsed. */
export function parseObject<Fields = Cached>(text = '{}'): Partial<Record<keyof Fields, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
