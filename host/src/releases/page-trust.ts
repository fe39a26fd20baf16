import { list, record, type Shape, text, whole } from '@linkspan/contract';
import { type HostKeys, parseHostKeys, type Root, rootFormat } from '@linkspan/trust';
import { readConfig } from '../read-config.ts';

/** Whose signatures a page goes by: what its deploy has verified and written into it, read back. */
export interface PageTrust {
  readonly remotes: readonly RemoteTrust[];
  /** Where the host team's list is, and its keys. */
  readonly blocklist?: { readonly url: string; readonly keys: HostKeys };
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

const hostKeys: Shape<HostKeys> = (value, place) => parseHostKeys(value, place);

const shape: Shape<PageTrust> = record(
  {
    remotes: list(
      record(
        { name: text(), root: rootFormat.shape, least: whole(0, 2 ** 31 - 1) },
        { copy: text('a path that begins with /', (value) => /^\/(?!\/)/.test(value)) },
      ),
      50,
    ),
  },
  { blocklist: record({ url: text(), keys: hostKeys }) },
);

/** What a deploy wrote, from unknown. Throws `config/malformed` with the place. */
export function parsePageTrust(value: unknown): PageTrust {
  return readConfig(shape, value, 'trust');
}
