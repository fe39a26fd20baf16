import { list, Misshapen, type Shape, whole } from '@linkspan/contract';
import { type Envelope, envelopeShape } from './envelope.ts';
import type { Format } from './format.ts';
import { count, folder, instant, openRecord, remoteName } from './forms.ts';
import { refusal } from './policy.ts';

/** The live document's name below a remote's address; a development server's is unsigned. */
export const liveDocumentName = 'live.json';

/** The name of a copy of the newest root beside it, replaced with each root: who reads it learns which root to ask for. */
export const newestRootName = 'root.json';

/** The only small file that changes (TUF's timestamp): which releases are live. Its manifests are not verified yet. */
export interface LivePayload {
  readonly remote: string;
  readonly version: number;
  /** The version of the root that it was signed under: who has an older one asks for those between. */
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
     * one folder: what is the same in them then has one address.
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
    releases: list(openRecord({ share: whole(0, 100), path: folder, manifest: envelopeShape }), 8),
  },
  { since: instant },
);

export const liveFormat: Format<LivePayload> = {
  name: 'live',
  payloadType: 'application/vnd.linkspan.live.v1+json',
  mostBytes: 500_000,
  /** Throws `release/expires-too-late` too. */
  shape(value, place) {
    const live = fields(value, place);
    const { remote, issuedAt, expiresAt, releases } = live;
    const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
    if (lifeMs <= 0) throw new Misshapen(`${place}.expiresAt`, 'after issuedAt');
    if (lifeMs > longestLifeMs) throw refusal('release/expires-too-late', { remote, expiresAt });
    if (releases.length > 0 && releases.reduce((sum, { share }) => sum + share, 0) !== 100)
      throw new Misshapen(`${place}.releases`, 'shares that sum to 100');
    return live;
  },
};
