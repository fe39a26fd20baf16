import type { LinkspanError } from '@linkspan/contract';
import type { Bytes } from './bytes.ts';
import { readEnvelope } from './envelope.ts';
import { atBorder } from './format.ts';
import { assertUnique } from './forms.ts';
import { type LivePayload, liveFormat, longestLifeMs } from './live.ts';
import { assertNotExpired, assertNotOlder, assertRemote, type Policy, refusal, refusalOf } from './policy.ts';
import { leastLive } from './seen.ts';
import { verifyEnvelope } from './signatures.ts';
import { type VerifiedManifest, verifyManifest } from './verify-manifest.ts';

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
 * for all checks (5.1). One bad manifest refuses the whole document; a release that is no longer allowed leaves the
 * others be.
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
