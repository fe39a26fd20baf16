import type { ReleaseRef } from '@linkspan/contract';
import type { UnsignedManifest, UnsignedRelease } from '@linkspan/trust';

/** The release that this page has chosen of one remote. */
export interface Release {
  readonly ref: ReleaseRef;
  readonly manifest: UnsignedManifest;
  /** Where the remote lives; ends in `/`. */
  readonly remoteUrl: string;
  /** Whether every file has a hash. It has none on a development server. */
  readonly hashed: boolean;
  /** The absolute address of one of its files. */
  addressOf(path: string): string;
}

export function toRelease(live: UnsignedRelease, remoteUrl: string): Release {
  const { manifest, path } = live.release;
  const folder = new URL(path, remoteUrl);
  return {
    ref: { remote: manifest.remote, version: manifest.version },
    manifest,
    remoteUrl: new URL(remoteUrl).href,
    hashed: manifest.files.length > 0,
    addressOf: (file) => new URL(file, folder).href,
  };
}
