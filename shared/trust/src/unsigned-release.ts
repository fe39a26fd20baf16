import { LinkspanError, list, Misshapen, record, type Shape, text, whole } from '@linkspan/contract';
import type { ReleaseFile } from './manifest.ts';

/** What one immutable release of a remote consists of and needs. */
export interface UnsignedManifest {
  readonly remote: string;
  /** Semantic version; `dev` for what a development server serves. */
  readonly version: string;
  /** The contract it needs, `major.minor`. */
  readonly contract: string;
  /** Libraries that the page must share, each with the range that is needed. */
  readonly shared: Readonly<Record<string, string>>;
  /** The plain ES module that lists wallets. */
  readonly discovery: string;
  /** The federation's remote entry. */
  readonly entry: string;
  /** What mounting needs at once; fetched side by side. */
  readonly preload: readonly string[];
  /** Every file. Empty in development only, where nothing is hashed. */
  readonly files: readonly ReleaseFile[];
  /** The packages that are in the files, as `name@version`. */
  readonly dependencies: readonly string[];
}

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

const remote = text('a remote name such as remote-evm', (value) => /^[a-z][a-z0-9-]{0,63}$/.test(value));
const path = text('a relative path', (value) => /^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/.test(value), 300);
const folder = text('a relative folder, ending in /', (value) => /^([\w@-][\w@.-]*\/)*$/.test(value), 300);
const version = text('a version', (value) => /^(\d+\.\d+\.\d+(-[\w.-]+)?|dev)$/.test(value), 64);

const ranges: Shape<UnsignedManifest['shared']> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misshapen(place, 'an object of version ranges');
  const range = text('a version range such as ^19.0.0', (entry) => /^\^\d+\.\d+\.\d+$/.test(entry));
  return Object.freeze(
    Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, range(entry, `${place}.${name}`)]),
    ),
  );
};

const file = record({
  path,
  bytes: whole(0, 20_000_000),
  integrity: text('sha384- and base64', (value) => /^sha384-[A-Za-z0-9+/]{64}$/.test(value)),
});

const manifest: Shape<UnsignedManifest> = record({
  remote,
  version,
  contract: text('a contract version such as 1.0', (value) => /^\d+\.\d+$/.test(value)),
  shared: ranges,
  discovery: path,
  entry: path,
  preload: list(path, 200),
  files: list(file, 500),
  dependencies: list(
    text('name@version', (value) => /^\S+@\S+$/.test(value), 300),
    500,
  ),
});

const document = record({ remote, release: record({ path: folder, manifest }) });

/** An unsigned release, from unknown, of the remote that was asked for. Throws `release/malformed` with the place. */
export function parseUnsignedRelease(value: unknown, expected: string): UnsignedRelease {
  try {
    const live = document(value, '');
    assertOf(expected, live.remote, 'remote');
    assertOf(expected, live.release.manifest.remote, 'release.manifest.remote');
    assertListed(live.release.manifest);
    return live;
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('release/malformed', { remote: expected, place: cause.place }, { cause });
  }
}

function assertOf(expected: string, found: string, place: string): void {
  if (found !== expected) throw new Misshapen(place, expected);
}

/** What a release starts with must be among its files, or no hash would cover it. */
function assertListed({ files, discovery, entry, preload, version: named }: UnsignedManifest): void {
  if (named === 'dev' && files.length === 0) return;
  const listed = new Set(files.map((one) => one.path));
  const twice = files.findIndex((one, index) => files.findIndex(({ path }) => path === one.path) !== index);
  if (twice >= 0) throw new Misshapen(`release.manifest.files[${twice}].path`, 'unique in the list');
  if (!listed.has(discovery)) throw new Misshapen('release.manifest.discovery', 'one of the files');
  if (!listed.has(entry)) throw new Misshapen('release.manifest.entry', 'one of the files');
  const missing = preload.findIndex((one) => !listed.has(one));
  if (missing >= 0) throw new Misshapen(`release.manifest.preload[${missing}]`, 'one of the files');
}
