import type { ReleaseRef } from '@linkspan/contract';
import type { Manifest, ReleaseFile, UnsignedManifest } from '@linkspan/trust';
import type { RecordedFailure } from './failure-mark.ts';

/** The release of one remote that this page runs. Of a package and in development nobody has signed it. */
export interface Release {
  readonly ref: ReleaseRef;
  /** Of its manifest: the SHA-256, in hexadecimal. */
  readonly id: string;
  readonly manifest: Manifest;
  /** Of the visitors, in whole percent. */
  readonly share: number;
  /** ISO 8601: of the live document that it was chosen from. */
  readonly expiresAt: string;
  /** When the remote's server was asked, in milliseconds since 1970; undefined if a copy of its document was used. */
  readonly checkedAt?: number;
  /** The failure of the release that it runs in place of. */
  readonly recordedFailure?: RecordedFailure | undefined;
  /** Where the remote lives: an address that ends in `/`. */
  readonly url: string;
  /** Where its files are under `url`; ends in `/`. */
  readonly path: string;
  /** The address that a file of it is loaded from. */
  addressOf(path: string): string;
}

/** The release of a live document that the deploy has copied, as an application's page has it: enough for the import map. */
export interface CopiedRelease {
  readonly remote: string;
  /** Of its manifest: the SHA-256, in hexadecimal. */
  readonly id: string;
  /** Where its files are under the remote's address; ends in `/`. */
  readonly path: string;
  /** Its modules alone. */
  readonly files: readonly Pick<ReleaseFile, 'path' | 'integrity'>[];
}

/** What the import map needs to know of a release. */
export interface ListedRelease extends Pick<Release, 'id' | 'url' | 'addressOf'> {
  readonly manifest: { readonly files: CopiedRelease['files'] };
}

export function toListed({ id, path, files }: CopiedRelease, url: string): ListedRelease {
  return { id, manifest: { files }, ...toAddresses(url, path) };
}

/** Whether a file of a release is a module. The release command goes by the same names. */
export function isModule({ path }: Pick<ReleaseFile, 'path'>): boolean {
  return /\.m?js$/.test(path);
}

/** A manifest that nobody has signed: the fields that only a signed one has are empty. */
export function toWholeManifest(manifest: UnsignedManifest): Manifest {
  return { ...manifest, sequence: 1, commit: '', hosts: [], builtAt: '' };
}

/** Where the files of a release are: `path` is its folder under the remote's address. */
export function toAddresses(url: string, path: string): Pick<Release, 'url' | 'path' | 'addressOf'> {
  return { url, path, addressOf: (file) => url + path + file };
}
