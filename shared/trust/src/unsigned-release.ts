import { acceptsShape, LinkspanError, list, Malformed, record, type Shape, text } from '@linkspan/contract';
import { filePath, folder, packages, releaseFiles, remoteName } from './forms.ts';
import type { Manifest } from './manifest.ts';

/** What a manifest says before anyone signs it. In development the version is `dev`, and no file is listed. */
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

/** What a remote's own build wrote, and what a development server serves: nobody has signed it. */
export interface UnsignedRelease {
  readonly remote: string;
  readonly release: {
    /** Where the release's files are, relative to this document; empty or ending in `/`. */
    readonly path: string;
    readonly manifest: UnsignedManifest;
  };
}

/** Where a build leaves its description, below its `dist`. */
export const unsignedReleaseName = 'release.json';

/** The file of a site with the notices that the licenses of packages ask for. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt';

/** Whether a file of a release has the notices: its name has a hash, since releases share a folder of files. */
export function isNotices(path: string): boolean {
  return /^THIRD-PARTY-NOTICES-[\w-]{8}\.txt$/.test(path);
}

const version = text('a version', (value) => /^(\d+\.\d+\.\d+(-[\w.-]+)?|dev)$/.test(value), 64);

const ranges: Shape<UnsignedManifest['shared']> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(place, 'an object of version ranges');
  const range = text('a version range such as ^19.0.0', (entry) => /^\^\d+\.\d+\.\d+$/.test(entry));
  return Object.freeze(
    Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, range(entry, `${place}.${name}`)]),
    ),
  );
};

const manifest: Shape<UnsignedManifest> = record(
  {
    remote: remoteName,
    version,
    contract: text('a contract version such as 1.0', (value) => /^\d+\.\d+$/.test(value)),
    shared: ranges,
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
  try {
    const live = document(value, '');
    assertOf(expected, live.remote, 'remote');
    assertOf(expected, live.release.manifest.remote, 'release.manifest.remote');
    assertListed(live.release.manifest);
    return live;
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new LinkspanError('release/malformed', { remote: expected, place: cause.place }, { cause });
  }
}

function assertOf(expected: string, found: string, place: string): void {
  if (found !== expected) throw new Malformed(place, expected);
}

/** What a release starts with must be among its files, or no hash would cover it. */
function assertListed({ files, discovery, entry, preload, version: named }: UnsignedManifest): void {
  if (named === 'dev' && files.length === 0) return;
  const listed = new Set(files.map((one) => one.path));
  const twice = files.findIndex((one, index) => files.findIndex(({ path }) => path === one.path) !== index);
  if (twice >= 0) throw new Malformed(`release.manifest.files[${twice}].path`, 'unique in the list');
  if (!listed.has(discovery)) throw new Malformed('release.manifest.discovery', 'one of the files');
  if (!listed.has(entry)) throw new Malformed('release.manifest.entry', 'one of the files');
  const missing = preload.findIndex((one) => !listed.has(one));
  if (missing >= 0) throw new Malformed(`release.manifest.preload[${missing}]`, 'one of the files');
}
