import {
  codeOf,
  type Failure,
  failure,
  hasCode,
  type ReleaseStatus,
  toError,
  toFailure,
} from '@linkspan/contract';
import { type LiveRelease, refusalOf, type VerifiedManifest } from '@linkspan/trust';
import { confirmMs, freshCheckMs, frozenCheckMs } from '../limits.ts';
import type { Release } from './release.ts';
import type { LoadedLive, Releases } from './releases.ts';

/** The release that an open page runs of one remote, and the remote's releases that tell whether it still may. */
export interface RunningRelease {
  readonly release: Pick<
    Release,
    'id' | 'manifest' | 'share' | 'expiresAt' | 'checkedAt' | 'recordedFailure'
  >;
  readonly releases: Releases;
}

/** Dependencies of the watch of one release. */
export interface WatchDependencies {
  readonly runningRelease: RunningRelease;
  publish(status: ReleaseStatus): void;
  /** In whole percent; 0 if it is no longer live. */
  publishShare(share: number): void;
  now(): number;
  /** True if the checks of all remotes failed because of this device's time. */
  isClockLikelyWrong(): boolean;
  /** Receives the reason why a document was refused, once until the reason changes. Not called if no server answers. */
  report(error: unknown): void;
}

/** Keeps the status of one running release up to date. */
export interface Watch {
  /** Why the last check failed; undefined if it succeeded. */
  readonly refusal: unknown;
  /** True if the last good check is too old to sign by, or newer roots were not looked for yet. */
  isDue(): boolean;
  /** Looks for newer roots, and for everything else if that is due or there is a newer root. Never rejects. */
  start(): Promise<void>;
  /** Asks the server, once at a time, and publishes what has changed. Never rejects. */
  check(): Promise<void>;
  /** Publishes that the document in force has expired, if it has. */
  settle(): void;
  /** Throws the code that the release was stopped by, such as `release/withdrawn` or `release/expired`. */
  assertMayRun(): void;
}

/** The state of a watch. */
interface Watched {
  readonly dependencies: WatchDependencies;
  expiresAt: string;
  /** When the server was asked with success, in milliseconds since 1970. */
  checkedAt: number | undefined;
  share: number;
  status: ReleaseStatus;
  refusal: unknown;
  isRootKnown: boolean;
  running: { readonly startedAt: number; readonly ended: Promise<void> } | undefined;
}

export function createWatch(dependencies: WatchDependencies): Watch {
  const { expiresAt, checkedAt, share } = dependencies.runningRelease.release;
  const watched: Watched = {
    ...{ dependencies, expiresAt, checkedAt, share },
    ...{ status: { state: 'current' }, refusal: undefined, isRootKnown: false, running: undefined },
  };
  return {
    get refusal() {
      return watched.refusal;
    },
    isDue: () => isDue(watched),
    start: () => start(watched),
    check: () => check(watched),
    settle: () => settle(watched),
    assertMayRun() {
      settle(watched);
      const { status } = watched;
      if (status.state === 'stopped') throw toError(status.failure);
    },
  };
}

function isOld({ checkedAt, dependencies }: Watched): boolean {
  return checkedAt === undefined || !isWithin(checkedAt, dependencies.now(), freshCheckMs);
}

function isDue(watched: Watched): boolean {
  return isOld(watched) || !watched.isRootKnown;
}

async function start(watched: Watched): Promise<void> {
  const { releases } = watched.dependencies.runningRelease;
  try {
    if (!isOld(watched) && !(await releases.renewRoot(confirmMs))) watched.isRootKnown = true;
  } catch (error) {
    noteRefusal(watched, error);
  }
  if (isDue(watched)) await check(watched);
}

/** A check that was frozen with its page is asked again, and its answer is dropped. */
function check(watched: Watched): Promise<void> {
  const startedAt = watched.dependencies.now();
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
  const { release, releases } = watched.dependencies.runningRelease;
  try {
    const loaded = await releases.fresh(confirmMs, 'newest');
    if (!isLatest()) return;
    const status = toReleaseStatus(release, loaded, releases);
    // The answer is as old as the question: the page may have been frozen since.
    Object.assign(watched, { checkedAt: startedAt, refusal: undefined, isRootKnown: true });
    noteLoaded(watched, loaded);
    publish(watched, status);
  } catch (error) {
    if (isLatest()) noteRefusal(watched, error);
  }
}

function noteLoaded(watched: Watched, { live }: LoadedLive): void {
  const { release } = watched.dependencies.runningRelease;
  const found = [...live.releases, ...live.refused].find(({ id }) => id === release.id)?.share;
  // A release that an older document names, in place of one that failed, runs until that document expires.
  if (release.recordedFailure === undefined || found !== undefined) watched.expiresAt = live.expiresAt;
  const share = found ?? 0;
  if (share === watched.share) return;
  watched.share = share;
  watched.dependencies.publishShare(share);
}

function noteRefusal(watched: Watched, error: unknown): void {
  const { report, runningRelease } = watched.dependencies;
  const { release, releases } = runningRelease;
  const isNew = codeOf(error) !== codeOf(watched.refusal);
  watched.refusal = error;
  if (isNew && !hasCode(error, 'release/unreachable')) report(error);
  // A newer root stops a release even if no live document is good under that root.
  const refused = releases.refusalByRoots(release);
  if (refused) publish(watched, toStopped(release, refused));
}

function settle(watched: Watched): void {
  const { status, dependencies, expiresAt } = watched;
  const isForTime = status.state !== 'stopped' || /^release\/(expired|clock)$/.test(status.failure.code);
  if (isForTime && dependencies.now() >= Date.parse(expiresAt))
    publish(watched, { state: 'stopped', failure: toExpired(watched) });
}

function toExpired({ dependencies, expiresAt }: Watched): Failure {
  const { remote } = dependencies.runningRelease.release.manifest;
  return dependencies.isClockLikelyWrong()
    ? failure('release/clock', { remote, now: new Date(dependencies.now()).toISOString() })
    : failure('release/expired', { remote, document: 'live', expiresAt });
}

function publish(watched: Watched, status: ReleaseStatus): void {
  if (JSON.stringify(watched.status) === JSON.stringify(status)) return;
  watched.status = status;
  watched.dependencies.publish(status);
}

/** False if the clock was set back, too: how much time has passed is unknown then. */
function isWithin(from: number, now: number, lengthMs: number): boolean {
  return now >= from && now - from < lengthMs;
}

/** The running release, and the failure of the release that it runs in place of. */
type Own = VerifiedManifest & Pick<Release, 'recordedFailure'>;

/**
 * The status of the running release by a verified live document. A release that is merely no longer listed keeps
 * running: it stops only if its team or the host team has withdrawn it.
 */
export function toReleaseStatus(
  own: Own,
  loaded: LoadedLive,
  releases: Pick<Releases, 'choose' | 'isCompatible'>,
): ReleaseStatus {
  const { live, policy } = loaded;
  const refusal = refusalOf(own, policy);
  if (refusal || live.releases.length + live.refused.length === 0) return toStopped(own, refusal);
  const chosen = tryToChoose(loaded, releases);
  // A reload would not bring a release that has failed in this browser.
  if (chosen === undefined || [own.id, own.recordedFailure?.id].includes(chosen.id))
    return { state: 'current' };
  return { state: 'superseded', version: chosen.manifest.version };
}

function toStopped({ manifest: { remote } }: Pick<Own, 'manifest'>, refusal: unknown): ReleaseStatus {
  const withdrawn = failure('release/withdrawn', { remote });
  return { state: 'stopped', failure: refusal === undefined ? withdrawn : toFailure(refusal, withdrawn) };
}

/** Undefined if every listed release is refused or incompatible with this page. */
function tryToChoose(
  loaded: LoadedLive,
  { choose, isCompatible }: Pick<Releases, 'choose' | 'isCompatible'>,
): LiveRelease | undefined {
  try {
    const chosen = choose(loaded);
    return isCompatible(chosen) ? chosen : undefined;
  } catch (error) {
    if (codeOf(error)?.startsWith('release/')) return undefined;
    throw error;
  }
}
