import type { ReleaseRef } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import type { Believed, Releases } from '../releases/releases.ts';

/** The release that this page has chosen of one remote. In development it stands for what nobody has signed. */
export interface Release {
  readonly ref: ReleaseRef;
  /** Of its manifest: the SHA-256, in hexadecimal. */
  readonly id: string;
  readonly manifest: Manifest;
  /** Of the visitors, in whole percent. */
  readonly share: number;
  /** ISO 8601: of the live document that it was chosen from. */
  readonly expiresAt: string;
  /** When the remote's server was asked, in milliseconds since 1970; undefined where a copy of its document served. */
  readonly checkedAt?: number;
  /** Where the remote lives; ends in `/`. */
  readonly remoteUrl: string;
  /** The absolute address of one of its files. */
  addressOf(path: string): string;
}

/**
 * The release that this visitor gets by a document that is believed; `askedAt` is when its server was asked, in
 * milliseconds since 1970. Throws as `choose` does.
 */
export function toRelease(
  believed: Believed,
  { choose, url, askedAt }: Pick<Releases, 'choose'> & { readonly url: string; readonly askedAt: number },
): Release {
  const { id, manifest, share, path } = choose(believed);
  return {
    ref: { remote: manifest.remote, version: manifest.version, share },
    id,
    manifest,
    share,
    expiresAt: believed.live.expiresAt,
    ...(believed.from === 'server' && { checkedAt: askedAt }),
    ...toAddresses(url, path),
  };
}

/** Where the files of a release are: `path` is its folder, relative to the remote's address. */
export function toAddresses(url: string, path: string): Pick<Release, 'remoteUrl' | 'addressOf'> {
  const folder = new URL(path, url);
  return { remoteUrl: new URL(url).href, addressOf: (file) => new URL(file, folder).href };
}
