import { type Blocklist, keysShape, type Root } from '@linkspan/trust';

/** Whose signatures a page accepts, as its deploy has verified and written it. */
export interface PageTrust {
  readonly remotes: readonly RemoteTrust[];
  /** The host team's block list at that time. */
  readonly blocklist: Blocklist;
}

/** What a page knew of one remote when it was deployed. */
export interface RemoteTrust {
  readonly name: string;
  readonly root: Root;
  /** The version of the live document at that time; 0 if none was given. */
  readonly least: number;
  /** Where that document is, on the page's own origin. */
  readonly copy?: string;
}

/**
 * Reads what a deploy wrote from JSON, which has a key's bytes as base64. The rest is not checked again: the deploy has
 * verified it, and whoever can change it can change the script that reads it. Throws if a key is malformed.
 */
export function readPageTrust({ remotes, blocklist }: PageTrust): PageTrust {
  return {
    remotes: remotes.map(({ root, ...remote }) => ({
      ...remote,
      root: { ...root, keys: keysShape(root.keys, 'trust') },
    })),
    blocklist,
  };
}
