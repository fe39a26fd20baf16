import { type Blocklist, keysShape, type Root } from '@linkspan/trust';
import type { PinnedRelease } from './pinned-source.ts';

/** The keys whose signatures a page accepts, and the releases that it accepts without any, written by its deploy. */
export interface PageTrust {
  readonly remotes: readonly RemoteTrust[];
  /** The releases that came with the page, by packages. */
  readonly pinned: readonly PinnedRelease[];
  /** The host team's block list at that time. */
  readonly blocklist: Blocklist;
}

/** A remote's root and versions at the time of the deploy. */
export interface RemoteTrust {
  readonly name: string;
  readonly root: Root;
  /** The version of the live document at that time; 0 if none was given. */
  readonly least: number;
  /** Where that document is, on the page's own origin. */
  readonly copy?: string;
}

/** True if all releases of a page came with it: no document of a team is needed, and no signature. */
export function isPinned(trust: PageTrust | undefined): boolean {
  return trust?.remotes.length === 0 && trust.pinned.length > 0;
}

/**
 * Reads a deploy's JSON, in which a key's bytes are base64. The rest is not checked again: the deploy has
 * verified it, and code that can change it can change this script. Throws if a key is malformed.
 */
export function readPageTrust({ remotes, ...trust }: PageTrust): PageTrust {
  return {
    remotes: remotes.map(({ root, ...remote }) => ({
      ...remote,
      root: { ...root, keys: keysShape(root.keys, 'trust') },
    })),
    ...trust,
  };
}
