import { type Blocklist, keysShape, type Root } from '@linkspan/trust';

/** Whose signatures a page accepts: what its deploy has verified and written into it. */
export interface PageTrust {
  readonly remotes: readonly RemoteTrust[];
  /** The host team's block list at that time. */
  readonly blocklist: Blocklist;
}

/** What a page knew of one remote when it was deployed. */
export interface RemoteTrust {
  readonly name: string;
  readonly root: Root;
  /** The version of the live document at that time; 0 where none was given. */
  readonly least: number;
  /** Where that document is, on the page's own origin. */
  readonly copy?: string;
}

/**
 * What a deploy wrote, read back from JSON, which has a key's bytes as base64. All else is taken as it stands: the
 * deploy has verified it, and whoever can change it can change the script that reads it. Throws where a key is none.
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
