import type { ReleaseRef } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import type { FamilyConfig } from '../config.ts';
import type { WorkingRelease } from './choose-working.ts';
import type { RecordedFailure } from './failure-mark.ts';

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
  /** The failure of the release that it runs in place of. */
  readonly recordedFailure?: RecordedFailure | undefined;
  /** Where its files are under each of `places`; ends in `/`. */
  readonly path: string;
  /** Where the remote lives, and where its route begins, which is the same where it has none; each ends in `/`. */
  readonly places: readonly string[];
  /** The one address that a file of it is loaded from. */
  addressOf(path: string): string;
}

/**
 * The release that a page runs; `askedAt` is when its server was asked, in milliseconds since 1970.
 */
export function toRelease(
  { loaded, chosen, recordedFailure }: WorkingRelease,
  { at, askedAt }: { readonly at: Place; readonly askedAt: number },
): Release {
  const { id, manifest, share, path } = chosen;
  return {
    ref: {
      remote: manifest.remote,
      version: manifest.version,
      share,
      ...(recordedFailure && {
        insteadOf: { version: recordedFailure.version, code: recordedFailure.code },
      }),
    },
    recordedFailure,
    id,
    manifest,
    share,
    expiresAt: loaded.live.expiresAt,
    ...(loaded.from === 'server' && { checkedAt: askedAt }),
    ...toAddresses(at, path, manifest.discovery),
  };
}

/** Where a remote is, by the page's configuration. */
type Place = Pick<FamilyConfig['remote'], 'url' | 'route'>;

/**
 * Where the files of a release are: `path` is its folder. Its discovery comes by the route if there is one, and under
 * a name that depends on it: see `host/src/deploy/routes.ts`.
 */
export function toAddresses(
  { url, route = url }: Place,
  path: string,
  discovery: string,
): Pick<Release, 'path' | 'places' | 'addressOf'> {
  return {
    path,
    places: [url, route],
    addressOf: (file) => (file === discovery && /^discovery/.test(file) ? route : url) + path + file,
  };
}
