import type { LinkspanError, ReleaseStatus } from '@linkspan/contract';
import type { VerifiedManifest } from '@linkspan/trust';
import type { FamilyConfig } from '../config.ts';
import type { ListedRelease, Release } from './release.ts';

/** A family of the page, whose release is asked for. */
export interface AskingFamily {
  readonly family: FamilyConfig;
  /** The release of the import map, if no document had come by then: this page can run no other. */
  readonly copied?: Pick<ListedRelease, 'id'>;
}

/** Where a page gets its releases from: signed documents, packages that its deploy has copied, or in development a server. */
export interface ReleaseSource {
  /** Opens the checks of a family's release; undefined in development only. */
  open(family: FamilyConfig): ReleaseChecks | undefined;
  /** The release that this page runs. Rejects with `release/…`. */
  load(family: AskingFamily): Promise<Release>;
}

/** A release that an open page runs, and the failure of the release that it runs in place of. */
export type OwnRelease = VerifiedManifest & Pick<Release, 'recordedFailure'>;

/** What an open page asks about a release that it runs. */
export interface ReleaseChecks {
  /** Asks now whether a release may go on. Rejects with `release/…` if that cannot be said. */
  check(release: OwnRelease, deadlineMs: number): Promise<Checked>;
  /**
   * Asks the server for newer roots only, and stores them. Resolves to true if there was one. Rejects with `release/…`.
   */
  renewRoot(deadlineMs: number): Promise<boolean>;
  /** `release/below-floor` or `release/revoked`, if any root that was seen refuses a release, whatever is live now. */
  refusalByRoots(release: VerifiedManifest): LinkspanError | undefined;
}

/** What a check has found. */
export interface Checked {
  readonly status: ReleaseStatus;
  /** In whole percent of the visitors; undefined if the release has none. */
  readonly share?: number;
  /** ISO 8601: until when the release may run; undefined if that is as before. */
  readonly expiresAt?: string;
}
