import {
  codeOf,
  type Failure,
  failure,
  hasCode,
  type Standing,
  toError,
  toFailure,
} from '@linkspan/contract';
import {
  type Bytes,
  type LiveRelease,
  newestRootName,
  refusalOf,
  type VerifiedManifest,
} from '@linkspan/trust';
import { confirmMs, freshCheckMs, frozenCheckMs } from '../limits.ts';
import type { Release } from './release.ts';
import type { FindNewestRoot, LoadedLive, Releases } from './releases.ts';

/** The release that an open page runs of one remote, and what tells whether it still may. */
export interface RunningRelease {
  readonly release: Pick<
    Release,
    'id' | 'manifest' | 'share' | 'expiresAt' | 'checkedAt' | 'recordedFailure'
  >;
  readonly releases: Releases;
}

/** What watching one release needs of the page. */
export interface WatchNeeds {
  readonly runningRelease: RunningRelease;
  publish(standing: Standing): void;
  /** In whole percent; 0 where it is live no longer. */
  publishShare(share: number): void;
  now(): number;
  /** Whether the checks of all remotes failed by the time that this device tells. */
  isClockSuspect(): boolean;
  /**
   * Hears why a document was not believed, once for as long as that is the reason. A server that does not answer is
   * nothing to report.
   */
  report(error: unknown): void;
}

/** Keeps what is known of one release up to date. */
export interface Watch {
  /** Why the last check found nothing to believe; undefined where it did. */
  readonly refusal: unknown;
  /** Whether the last good check is too old to sign by, or no newer root was asked for yet. */
  isDue(): boolean;
  /** Asks for newer roots, once the wallets are listed; for all else if that is due, or a root is new. Never rejects. */
  begin(): Promise<void>;
  /** Asks the server, once at a time, and publishes what it says. Never rejects. */
  check(): Promise<void>;
  /** Publishes that the document in force has expired, where it has. */
  settle(): void;
  /** Throws the code that the release was stopped by, such as `release/withdrawn` or `release/expired`. */
  assertMayRun(): void;
}

/** What a watch knows of its release. */
interface Watched {
  readonly needs: WatchNeeds;
  expiresAt: string;
  /** When the server was asked with success, in milliseconds since 1970. */
  checkedAt: number | undefined;
  share: number;
  standing: Standing;
  refusal: unknown;
  isRootKnown: boolean;
  running: { readonly startedAt: number; readonly ended: Promise<void> } | undefined;
}

export function createWatch(needs: WatchNeeds): Watch {
  const { expiresAt, checkedAt, share } = needs.runningRelease.release;
  const watched: Watched = {
    ...{ needs, expiresAt, checkedAt, share, refusal: undefined, isRootKnown: false, running: undefined },
    standing: { state: 'current' },
  };
  return {
    get refusal() {
      return watched.refusal;
    },
    isDue: () => isDue(watched),
    begin: () => begin(watched),
    check: () => check(watched),
    settle: () => settle(watched),
    assertMayRun() {
      settle(watched);
      const { standing } = watched;
      if (standing.state === 'stopped') throw toError(standing.failure);
    },
  };
}

function isOld({ checkedAt, needs }: Watched): boolean {
  return checkedAt === undefined || !isWithin(checkedAt, needs.now(), freshCheckMs);
}

function isDue(watched: Watched): boolean {
  return isOld(watched) || !watched.isRootKnown;
}

async function begin(watched: Watched): Promise<void> {
  const { releases } = watched.needs.runningRelease;
  try {
    if (!isOld(watched) && !(await releases.renewRoot(confirmMs, findNewestRoot))) watched.isRootKnown = true;
  } catch (error) {
    noteRefusal(watched, error);
  }
  if (isDue(watched)) await check(watched);
}

function check(watched: Watched): Promise<void> {
  const startedAt = watched.needs.now();
  const { running } = watched;
  if (running && isWithin(running.startedAt, startedAt, frozenCheckMs)) return running.ended;
  const isLatest = () => watched.running === run;
  const ended: Promise<void> = ask(watched, startedAt, isLatest).finally(() => {
    if (isLatest()) watched.running = undefined;
  });
  const run = { startedAt, ended };
  watched.running = run;
  return ended;
}

async function ask(watched: Watched, startedAt: number, isLatest: () => boolean): Promise<void> {
  const { release, releases } = watched.needs.runningRelease;
  try {
    const loaded = await releases.fresh(confirmMs, findNewestRoot);
    if (!isLatest()) return;
    watched.isRootKnown = true;
    const next = toReleaseStatus(release, loaded, releases);
    // What the server said is as old as the question: the page may have been frozen since.
    [watched.checkedAt, watched.refusal] = [startedAt, undefined];
    noteLoaded(watched, loaded);
    publish(watched, next);
  } catch (error) {
    if (isLatest()) noteRefusal(watched, error);
  }
}

function noteLoaded(watched: Watched, { live }: LoadedLive): void {
  const { release } = watched.needs.runningRelease;
  const found = [...live.releases, ...live.refused].find(({ id }) => id === release.id)?.share;
  // What only runs in place of another, by an earlier document, does so no longer than that document is good.
  if (release.recordedFailure === undefined || found !== undefined) watched.expiresAt = live.expiresAt;
  const share = found ?? 0;
  if (share === watched.share) return;
  watched.share = share;
  watched.needs.publishShare(share);
}

function noteRefusal(watched: Watched, error: unknown): void {
  const { report, runningRelease } = watched.needs;
  const { release, releases } = runningRelease;
  const isNew = codeOf(error) !== codeOf(watched.refusal);
  watched.refusal = error;
  if (isNew && !hasCode(error, 'release/unreachable')) report(error);
  // A newer root stops a release even if no live document is good under that root.
  const refused = releases.refusalByRoots(release);
  if (refused === undefined) return;
  const withdrawn = failure('release/withdrawn', { remote: release.manifest.remote });
  publish(watched, { state: 'stopped', failure: toFailure(refused, withdrawn) });
}

function settle(watched: Watched): void {
  const { standing, needs, expiresAt } = watched;
  const isPast = needs.now() >= Date.parse(expiresAt);
  if (isPast && (standing.state !== 'stopped' || isOfTime(standing.failure)))
    publish(watched, { state: 'stopped', failure: toExpired(watched) });
}

function toExpired({ needs, expiresAt }: Watched): Failure {
  const { remote } = needs.runningRelease.release.manifest;
  if (needs.isClockSuspect())
    return failure('release/clock', { remote, now: new Date(needs.now()).toISOString() });
  return failure('release/expired', { remote, document: 'live', expiresAt });
}

function publish(watched: Watched, next: Standing): void {
  if (isSame(watched.standing, next)) return;
  watched.standing = next;
  watched.needs.publish(next);
}

/** Not within where the clock was set back, either: how much time has passed is unknown then. */
function isWithin(from: number, now: number, lengthMs: number): boolean {
  return now >= from && now - from < lengthMs;
}

function isOfTime({ code }: Failure): boolean {
  return code === 'release/expired' || code === 'release/clock';
}

function isSame(one: Standing, other: Standing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The version of the newest root that a server has, by the copy beside the live document; without a copy, the next after
 * the known one. It tells what to ask for, no more. Never rejects.
 */
export const findNewestRoot: FindNewestRoot = async (known, load) => {
  const copy = await load(newestRootName).catch(() => undefined);
  return copy ? readVersion(copy) : known + 1;
};

/** The version that a root claims, whoever signed it; 0 if it cannot be read. */
function readVersion(bytes: Bytes): number {
  try {
    const { payload } = JSON.parse(new TextDecoder().decode(bytes));
    return Number(JSON.parse(payload).version) || 0;
  } catch {
    return 0;
  }
}

/** What chooses among the live releases. */
type Choosing = Pick<Releases, 'choose' | 'isFit'>;

/**
 * What has become of the release that an open page runs, by a live document that is believed. A release that is
 * merely no longer listed goes on: it stops only where its team or the host team has taken it back.
 */
export function toReleaseStatus(own: Own, loaded: LoadedLive, releases: Choosing): Standing {
  const reason = reasonToStop(own, loaded);
  if (reason !== undefined) return { state: 'stopped', failure: reason };
  const chosen = tryToChoose(loaded, releases);
  // A reload would not bring what has failed in this browser.
  if (chosen === undefined || [own.id, own.recordedFailure?.id].includes(chosen.id))
    return { state: 'current' };
  return { state: 'superseded', version: chosen.manifest.version };
}

/** The release that an open page runs, and what is held against the one that it serves in place of. */
type Own = VerifiedManifest & Pick<Release, 'recordedFailure'>;

function reasonToStop(own: Own, { live, policy }: LoadedLive): Failure | undefined {
  const { remote } = own.manifest;
  const withdrawn = failure('release/withdrawn', { remote });
  const refusal = refusalOf(own, policy);
  if (refusal !== undefined) return toFailure(refusal, withdrawn);
  return live.releases.length + live.refused.length === 0 ? withdrawn : undefined;
}

/** Undefined if all that is listed is refused, or does not fit this page: nothing better is to be had. */
function tryToChoose(loaded: LoadedLive, { choose, isFit }: Choosing): LiveRelease | undefined {
  try {
    const chosen = choose(loaded);
    return isFit(chosen) ? chosen : undefined;
  } catch (error) {
    if (codeOf(error)?.startsWith('release/')) return undefined;
    throw error;
  }
}
