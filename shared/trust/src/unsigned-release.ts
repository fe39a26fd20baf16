import { acceptsShape, list, Malformed, record, type Shape, text } from '@linkspan/contract';
import { atBorder } from './format.ts';
import { filePath, folder, packages, releaseFiles, remoteName } from './forms.ts';
import { assertListed, type Manifest, shared } from './manifest.ts';

/** A manifest before it is signed. In development the version is `dev`, and no file is listed. */
export type UnsignedManifest = Pick<
  Manifest,
  | 'remote'
  | 'version'
  | 'contract'
  | 'shared'
  | 'discovery'
  | 'entry'
  | 'preload'
  | 'files'
  | 'dependencies'
  | 'accepts'
>;

/** The unsigned output of a remote's build, or of its development server. */
export interface UnsignedRelease {
  readonly remote: string;
  readonly release: {
    /** The folder of the release's files, relative to this document; empty or ending in `/`. */
    readonly path: string;
    readonly manifest: UnsignedManifest;
  };
}

/** The file of a build's description, below its `dist`. */
export const unsignedReleaseName = 'release.json';

/** The file of a site with the notices that the licenses of packages require. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt';

/** Whether a file of a release has the notices: its name has a hash, since releases share a folder of files. */
export function isNotices(path: string): boolean {
  return /^THIRD-PARTY-NOTICES-[\w-]{8}\.txt$/.test(path);
}

const version = text('a version', (value) => /^(\d+\.\d+\.\d+(-[\w.-]+)?|dev)$/.test(value), 64);

const manifest: Shape<UnsignedManifest> = record(
  {
    remote: remoteName,
    version,
    contract: text('a contract version such as 1.0', (value) => /^\d+\.\d+$/.test(value)),
    shared,
    discovery: filePath,
    entry: filePath,
    preload: list(filePath, 200),
    files: releaseFiles,
    dependencies: packages,
  },
  { accepts: acceptsShape },
);

const document = record({ remote: remoteName, release: record({ path: folder, manifest }) });

/** An unsigned release, from unknown, of the remote that was asked for. Throws `release/malformed` with the place. */
export function parseUnsignedRelease(value: unknown, expected: string): UnsignedRelease {
  return atBorder(expected, () => {
    const live = document(value, '');
    const { manifest } = live.release;
    assertOf(expected, live.remote, 'remote');
    assertOf(expected, manifest.remote, 'release.manifest.remote');
    if (manifest.version !== 'dev' || manifest.files.length > 0) assertListed(manifest, 'release.manifest');
    return live;
  });
}

function assertOf(expected: string, found: string, place: string): void {
  if (found !== expected) throw new Malformed(place, expected);
}
