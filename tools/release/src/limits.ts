import { dayMs } from './time.ts';

// Deadlines, pauses and sizes of the release command.

/** How long one answer of a deployed page may take in `doctor` and `verify`, in seconds, unless --timeout is given. */
export const answerSeconds = 10;
/** How long all of `verify` may take, in seconds, unless --within is given. */
export const verifySeconds = 300;
/** How long a page may take to say what it offers. */
export const offerDeadlineMs = 10_000;
/** The largest offer of a page. */
export const maxOfferBytes = 64_000;
/** The largest answer that `doctor` reads: more than any file of a release. */
export const maxAnswerBytes = 25_000_000;
/** The largest page that `verify` reads: more than any page of this product. */
export const maxPageBytes = 2_000_000;
/** The most documents of a remote that `doctor` reads: a server could have a next root without end. */
export const maxDocuments = 1_000;
/** How many files of a deployed page or remote are asked for at the same time, as a browser does. */
export const filesAtOnce = 6;

/** How long a connection to an object storage may take. */
export const storeConnectMs = 10_000;
/** How long one request to an object storage may take, so that an upload that hangs ends. */
export const storeRequestMs = 120_000;
/** The pauses before a request is repeated if the storage cannot be reached. */
export const unreachablePausesMs: readonly number[] = [250, 1_000];
/** Two teams that block at once both mean it: the change is repeated at once on the other's result. */
export const conflictPausesMs: readonly number[] = [0, 0, 0, 0];
/** How many files of a store are read at the same time. */
export const readsAtOnce = 8;

/** The pauses of a writer of a local store while another one replaces the same version of a file: some milliseconds. */
export const claimPausesMs: readonly number[] = Array.from({ length: 40 }, (_, index) =>
  Math.min(5 * index, 100),
);

/** How long before its expiry a live document is warned of: it is signed daily for a week. */
export const liveWarningMs = 3 * dayMs;
/** How long before its expiry a root is warned of, and renewed by the practice setup: people must sign it. */
export const rootWarningMs = 30 * dayMs;
/** How long before its expiry a seal is warned of. */
export const sealWarningMs = 7 * dayMs;
