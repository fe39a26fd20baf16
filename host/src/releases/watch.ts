import { codeOf, type Failure, failure, hasCode, type ReleaseStatus, toError } from '@linkspan/contract';
import { confirmMs, freshCheckMs, frozenCheckMs } from '../limits.ts';
import type { Release } from './release.ts';
import type { Checked, ReleaseChecks } from './release-source.ts';
import { toStopped } from './release-status.ts';

/** The release that an open page runs of one remote, and the checks that tell whether it still may. */
export interface RunningRelease {
  readonly release: Pick<
    Release,
    'id' | 'manifest' | 'share' | 'expiresAt' | 'checkedAt' | 'recordedFailure'
  >;
  readonly releases: ReleaseChecks;
}

/** Dependencies of the watch of one release. */
export interface WatchDependencies {
  readonly runningRelease: RunningRelease;
  publish(status: ReleaseStatus): void;
  /** In whole percent; 0 if it is no longer live. */
  publishShare(share: number): void;
  now(): number;
  /** See `explainOutOfTime`; undefined if another remote's document confirms this device's clock. */
  explainOutOfTime(remote: string): Failure | undefined;
  /** Receives the reason why a document was refused, once until the reason changes. Not called if no server answers. */
  report(error: unknown): void;
}

/** Keeps the status of one running release up to date. */
export class Watch {
  readonly #needs: WatchDependencies;
  #expiresAt: string;
  /** When the server was asked with success, in milliseconds since 1970. */
  #checkedAt: number | undefined;
  #share: number;
  #status: ReleaseStatus = { state: 'current' };
  #refusal: unknown;
  #isRootKnown = false;
  #running: { readonly startedAt: number; readonly ended: Promise<void> } | undefined;

  constructor(needs: WatchDependencies) {
    this.#needs = needs;
    const { expiresAt, checkedAt, share } = needs.runningRelease.release;
    [this.#expiresAt, this.#checkedAt, this.#share] = [expiresAt, checkedAt, share];
  }

  /** Why the last check failed; undefined if it succeeded. */
  get refusal(): unknown {
    return this.#refusal;
  }

  /** True if the last good check is too old to sign by, or newer roots were not looked for yet. */
  isDue(): boolean {
    return this.#isOld() || !this.#isRootKnown;
  }

  /** Looks for newer roots, and for everything else if that is due or there is a newer root. Never rejects. */
  async start(): Promise<void> {
    const { releases } = this.#needs.runningRelease;
    try {
      if (!this.#isOld() && !(await releases.renewRoot(confirmMs))) this.#isRootKnown = true;
    } catch (error) {
      this.#noteRefusal(error);
    }
    if (this.isDue()) await this.check();
  }

  /**
   * Asks the server, once at a time, and publishes what has changed. A check that was frozen with its page is repeated,
   * and its answer is dropped. Never rejects.
   */
  check(): Promise<void> {
    const startedAt = this.#needs.now();
    const running = this.#running;
    if (running && isWithin(running.startedAt, startedAt, frozenCheckMs)) return running.ended;
    const isLatest = () => this.#running === run;
    const ended: Promise<void> = this.#ask(startedAt, isLatest).finally(() => {
      if (isLatest()) this.#running = undefined;
    });
    const run = { startedAt, ended };
    this.#running = run;
    return ended;
  }

  /** Publishes that the document in force has expired, if it has. */
  settle(): void {
    const status = this.#status;
    const isForTime =
      status.state !== 'stopped' || /^release\/(expired|clock|out-of-time)$/.test(status.failure.code);
    if (isForTime && this.#needs.now() >= Date.parse(this.#expiresAt))
      this.#publish({ state: 'stopped', failure: this.#toExpired() });
  }

  /** Throws the code that the release was stopped by, such as `release/withdrawn` or `release/expired`. */
  assertMayRun(): void {
    this.settle();
    if (this.#status.state === 'stopped') throw toError(this.#status.failure);
  }

  #isOld(): boolean {
    return this.#checkedAt === undefined || !isWithin(this.#checkedAt, this.#needs.now(), freshCheckMs);
  }

  async #ask(startedAt: number, isLatest: () => boolean): Promise<void> {
    const { release, releases } = this.#needs.runningRelease;
    try {
      const checked = await releases.check(release, confirmMs);
      if (!isLatest()) return;
      // The answer is as old as the question: the page may have been frozen since.
      this.#checkedAt = startedAt;
      this.#refusal = undefined;
      this.#isRootKnown = true;
      this.#noteChecked(checked);
      this.#publish(checked.status);
    } catch (error) {
      if (isLatest()) this.#noteRefusal(error);
    }
  }

  #noteChecked({ expiresAt, share }: Checked): void {
    this.#expiresAt = expiresAt ?? this.#expiresAt;
    if (share === undefined || share === this.#share) return;
    this.#share = share;
    this.#needs.publishShare(share);
  }

  #noteRefusal(error: unknown): void {
    const { report, runningRelease } = this.#needs;
    const { release, releases } = runningRelease;
    const isNew = codeOf(error) !== codeOf(this.#refusal);
    this.#refusal = error;
    if (isNew && !hasCode(error, 'release/unreachable')) report(error);
    // A newer root stops a release even if no live document is good under that root.
    const refused = releases.refusalByRoots(release);
    if (refused) this.#publish(toStopped(release, refused));
  }

  #toExpired(): Failure {
    const { remote } = this.#needs.runningRelease.release.manifest;
    const expired = failure('release/expired', { remote, document: 'live', expiresAt: this.#expiresAt });
    return this.#needs.explainOutOfTime(remote) ?? expired;
  }

  #publish(status: ReleaseStatus): void {
    if (JSON.stringify(this.#status) === JSON.stringify(status)) return;
    this.#status = status;
    this.#needs.publish(status);
  }
}

/** False if the clock was set back, too: how much time has passed is unknown then. */
function isWithin(from: number, now: number, lengthMs: number): boolean {
  return now >= from && now - from < lengthMs;
}
