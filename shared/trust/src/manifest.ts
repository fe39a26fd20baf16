import { dictionary, list, Malformed, oneOf, type Shape, text } from '@linkspan/contract';
import { sha256 } from './bytes.ts';
import type { Envelope } from './envelope.ts';
import type { Format } from './format.ts';
import {
  assertUnique,
  count,
  filePath,
  instant,
  openRecord,
  packages,
  releaseFiles,
  remoteName,
  semver,
} from './forms.ts';
import { assertRemote } from './refusal.ts';
import type { Root } from './root.ts';
import { verifyEnvelope } from './signatures.ts';

/** One file of a release. */
export interface ReleaseFile {
  /** Relative to the release's path. */
  readonly path: string;
  readonly bytes: number;
  /** Subresource Integrity: `sha384-` and 64 base64 digits. */
  readonly integrity: string;
}

/** The files and requirements of one immutable release (TUF's targets). */
export interface Manifest {
  readonly remote: string;
  /** Semantic version, for people. */
  readonly version: string;
  /** Rises with each release, whatever the version is called; the root's floor is one of these. */
  readonly sequence: number;
  /** The contract it needs, `major.minor`. */
  readonly contract: string;
  /** Libraries that the page must share, each with the range that is needed. */
  readonly shared: Readonly<Record<string, string>>;
  /** The plain ES module that lists wallets. */
  readonly discovery: string;
  /** The federation's remote entry. */
  readonly entry: string;
  /** The files that mounting needs at once; fetched in parallel. */
  readonly preload: readonly string[];
  /** Every file. */
  readonly files: readonly ReleaseFile[];
  /** The source that it was built from: a commit's id in hexadecimal. */
  readonly commit: string;
  /** Set if the tree had uncommitted changes: for practice alone. */
  readonly dirty?: true;
  /** Where the commit is, an https address. */
  readonly repository?: string;
  /** The packages that are in the files, as `name@version`: a signer sees the changes. */
  readonly dependencies: readonly string[];
  /** The hosts that the files name, such as `api.example:8443`: a signer sees the changes. */
  readonly hosts: readonly string[];
  /** The accepted configuration of its family, for `assertAccepts` of the contract. */
  readonly accepts?: unknown;
  /** ISO 8601. The commit's own time if the same source must give the same bytes. */
  readonly builtAt: string;
}

const range = text('a range such as ^19.0.0', (value) => /^\^\d+\.\d+\.\d+$/.test(value), 64);

/** The libraries that a release needs shared, each with its range. */
export const shared = dictionary(text('a library', undefined, 214), range, 50);

const fields: Shape<Manifest> = openRecord(
  {
    remote: remoteName,
    version: semver,
    sequence: count,
    contract: text('a contract such as 1.0', (value) => /^\d{1,4}\.\d{1,4}$/.test(value)),
    shared,
    discovery: filePath,
    entry: filePath,
    preload: list(filePath, 200),
    files: releaseFiles,
    commit: text('a commit', (value) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value)),
    dependencies: packages,
    hosts: list(
      text('a host', (value) => /^[\w.:[\]-]+$/.test(value), 260),
      200,
    ),
    builtAt: instant,
  },
  {
    dirty: oneOf([true]),
    repository: text('an https address', (value) => /^https:\/\/\S+$/.test(value), 300),
    accepts: (value) => value,
  },
);

export const manifestFormat: Format<Manifest> = {
  name: 'manifest',
  payloadType: 'application/vnd.linkspan.manifest.v2+json',
  mostBytes: 200_000,
  shape(value, place) {
    const manifest = fields(value, place);
    assertListed(manifest, place);
    return manifest;
  },
};

/** The files that start a release must be among its files, or no hash would cover them. Throws `Malformed`. */
export function assertListed(
  { files, discovery, entry, preload }: Pick<Manifest, 'files' | 'discovery' | 'entry' | 'preload'>,
  place: string,
): void {
  const listed = files.map(({ path }) => path);
  assertUnique(listed, (index) => `${place}.files[${index}].path`);
  const starts = [
    ['discovery', discovery],
    ['entry', entry],
    ...preload.map((one, at) => [`preload[${at}]`, one]),
  ];
  for (const [field, one = ''] of starts)
    if (!listed.includes(one)) throw new Malformed(`${place}.${field}`, 'one of the files');
}

/** A manifest that enough of the team's keys have signed, persons among them. */
export interface VerifiedManifest {
  /** The SHA-256 of the manifest's payload, in hexadecimal: more signatures do not change it. */
  readonly id: string;
  readonly manifest: Manifest;
}

/**
 * Verifies a release manifest (TUF 5.6.3). Whether the release is allowed is asked by `refusalOf`.
 * Rejects with `release/unsigned`, `release/wrong-signer`, `release/other-remote`, `release/malformed` or
 * `release/uncheckable`.
 */
export async function verifyManifest(root: Root, envelope: Envelope): Promise<VerifiedManifest> {
  const { remote, keys, roles } = root;
  const [manifest, id] = await Promise.all([
    verifyEnvelope(manifestFormat, envelope, { remote, keys, role: roles.release }),
    sha256(envelope.payload),
  ]);
  assertRemote(remote, manifest.remote);
  return { id, manifest };
}
