import { type Blocklist, type HostKeys, keysShape, type Root } from '@linkspan/trust';

/** Whose signatures a page accepts: what its deploy has verified and written into it. */
export interface PageTrust {
  readonly remotes: readonly RemoteTrust[];
  readonly blocklist?: BlocklistTrust;
}

/** Where the host team's list is, and its keys; and the list as it was when the page was deployed. */
export interface BlocklistTrust {
  readonly url: string;
  readonly keys: HostKeys;
  readonly known?: Blocklist;
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
  const withKeys = <Value extends Pick<Root, 'keys'>>(value: Value) => ({
    ...value,
    keys: keysShape(value.keys, 'trust'),
  });
  return {
    remotes: remotes.map((remote) => ({ ...remote, root: withKeys(remote.root) })),
    ...(blocklist && { blocklist: { ...blocklist, keys: withKeys(blocklist.keys) } }),
  };
}
