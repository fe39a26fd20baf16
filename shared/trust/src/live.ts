import { integer, type LinkspanError, list, Malformed, type Shape } from '@linkspan/contract';
import type { Bytes } from './bytes.ts';
import { type Envelope, envelopeShape, readEnvelope } from './envelope.ts';
import { atBorder, type Format } from './format.ts';
import { assertUnique, count, folder, instant, openRecord, remoteName } from './forms.ts';
import { type VerifiedManifest, verifyManifest } from './manifest.ts';
import { type Policy, refusalOf } from './policy.ts';
import { assertNotExpired, assertNotOlder, assertRemote, refusal } from './refusal.ts';
import { leastLive } from './seen.ts';
import { verifyEnvelope } from './signatures.ts';

/** The live document's name below a remote's address; a development server's is unsigned. */
export const liveDocumentName = 'live.json';

/** The name of a copy of the newest root beside it, replaced with each root: its reader learns which root to request. */
export const newestRootName = 'root.json';

/** The only small file that changes (TUF's timestamp): which releases are live. Its manifests are not verified yet. */
export interface LivePayload {
  readonly remote: string;
  readonly version: number;
  /** The version of the root that it was signed under: a page with an older one requests those between. */
  readonly root: number;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** ISO 8601, at most 14 days after `issuedAt`. */
  readonly expiresAt: string;
  /** ISO 8601: since when these releases have had these shares; a refresh keeps it. */
  readonly since?: string;
  /** Their shares sum to 100. None at all: the remote is withdrawn. */
  readonly releases: readonly {
    /** Of the visitors, in whole percent. */
    readonly share: number;
    /**
     * Where the release's files are, relative to this document; empty or ending in `/`. Several releases may have theirs in
     * one folder: a file that they share then has one address.
     */
    readonly path: string;
    readonly manifest: Envelope;
  }[];
}

/** How long a live document may live. */
export const longestLifeMs = 14 * 24 * 60 * 60 * 1000;

const fields: Shape<LivePayload> = openRecord(
  {
    remote: remoteName,
    version: count,
    root: count,
    issuedAt: instant,
    expiresAt: instant,
    releases: list(openRecord({ share: integer(0, 100), path: folder, manifest: envelopeShape }), 8),
  },
  { since: instant },
);

export const liveFormat: Format<LivePayload> = {
  name: 'live',
  payloadType: 'application/vnd.linkspan.live.v2+json',
  mostBytes: 500_000,
  /** Throws `release/expires-too-late` too. */
  shape(value, place) {
    const live = fields(value, place);
    const { remote, issuedAt, expiresAt, releases } = live;
    const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
    if (lifeMs <= 0) throw new Malformed(`${place}.expiresAt`, 'after issuedAt');
    if (lifeMs > longestLifeMs) throw refusal('release/expires-too-late', { remote, expiresAt });
    if (releases.length > 0 && releases.reduce((sum, { share }) => sum + share, 0) !== 100)
      throw new Malformed(`${place}.releases`, 'shares that sum to 100');
    return live;
  },
};

/** A live release whose manifest is verified. */
export interface LiveRelease extends VerifiedManifest {
  /** Of the visitors, in whole percent. */
  readonly share: number;
  /** Where its files are, relative to the live document. */
  readonly path: string;
}

/** One that is properly signed and not allowed. */
export interface RefusedRelease extends LiveRelease {
  /** `release/below-floor`, `release/revoked` or `release/blocked`. */
  readonly refusal: LinkspanError;
}

/** A verified live document. With no release in either list, the remote is withdrawn. */
export interface Live extends Omit<LivePayload, 'releases'> {
  /** Those that may run. */
  readonly releases: readonly LiveRelease[];
  readonly refused: readonly RefusedRelease[];
}

/** How far a visitor's clock may be behind the clock that signed. */
const skewMs = 24 * 60 * 60 * 1000;

/**
 * Verifies a live document with all of its manifests (TUF 5.4 and 5.6). `now` is in milliseconds since 1970, read once
 * for all checks (5.1). One bad manifest refuses the whole document; a release that is no longer allowed does not affect
 * the others.
 * Rejects with `release/expired`, `release/expires-too-late`, `release/older`, with what `verifyManifest` rejects with,
 * or with `release/malformed`.
 */
export async function verifyLive(
  options: Policy & { readonly envelope: Bytes; readonly now: number },
): Promise<Live> {
  const { root, seen, now } = options;
  const { remote, keys, roles } = root;
  assertNotOlder(remote, 'root', seen.root, root.version);
  // 5.3.10
  assertNotExpired(remote, 'root', root.expiresAt, now);
  // 5.4.1 and 5.4.2
  const envelope = readEnvelope(liveFormat, options.envelope, remote);
  const live = await verifyEnvelope(liveFormat, envelope, { remote, keys, role: roles.live });
  assertRemote(remote, live.remote);
  // 5.4.3
  assertNotOlder(remote, 'live', leastLive(seen, root), live.version);
  // 5.4.4
  assertNotExpired(remote, 'live', live.expiresAt, now);
  assertNotTooLate(live, now);
  // 5.6.3
  const verified = await Promise.all(
    live.releases.map(async ({ share, path, manifest }) => ({
      share,
      path,
      ...(await verifyManifest(root, manifest)),
    })),
  );
  assertDistinct(remote, verified);
  const refused = verified.flatMap((release) => {
    const refusal = refusalOf(release, options);
    return refusal ? [{ ...release, refusal }] : [];
  });
  const isRefused = ({ id }: LiveRelease) => refused.some((one) => one.id === id);
  return { ...live, releases: verified.filter((release) => !isRefused(release)), refused };
}

/** Measured by the visitor's clock too: a stolen online key could sign a document of the far future. */
function assertNotTooLate({ remote, expiresAt }: LivePayload, now: number): void {
  if (Date.parse(expiresAt) > now + longestLifeMs + skewMs)
    throw refusal('release/expires-too-late', { remote, expiresAt });
}

/** The sequence decides which visitors get which release. */
function assertDistinct(remote: string, releases: readonly LiveRelease[]): void {
  const sequences = releases.map(({ manifest }) => manifest.sequence);
  atBorder(remote, () => assertUnique(sequences, (index) => `live.releases[${index}].manifest.sequence`));
}
