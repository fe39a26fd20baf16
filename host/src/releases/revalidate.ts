import type { FamilyId, ReleaseStatus } from '@linkspan/contract';
import { isClockInDoubt } from '@linkspan/trust';
import { every } from '../async.ts';
import { revalidationMs } from '../limits.ts';
import { isVisible, onVisible } from '../visibility.ts';
import { explainOutOfTime } from './clock.ts';
import { type RunningRelease, Watch, type WatchDependencies } from './watch.ts';

/** Dependencies of the revalidation of an open page's releases. */
export interface RevalidationDependencies extends Pick<WatchDependencies, 'now' | 'report'> {
  readonly families: readonly FamilyId[];
  /** Settles once a family's wallets are listed, or cannot be listed. */
  listed(family: FamilyId): Promise<unknown>;
  /** Undefined if the family has no release, or in development, where none is checked. */
  runningRelease(family: FamilyId): RunningRelease | undefined;
  publishReleaseStatus(family: FamilyId, releaseStatus: ReleaseStatus): void;
  /** See `measureClock`. */
  measureClock(): Promise<number | undefined>;
  /** In whole percent of the visitors. */
  publishShare(family: FamilyId, share: number): void;
}

/** Tells an open page that one of its releases may not run any more, or that a newer one is live. */
export interface Revalidation {
  /** True if a family's release has to be checked before it may sign. */
  isDue(family: FamilyId): boolean;
  /**
   * Confirms that a family's release may sign or send: asks its server first if a check is due, for four seconds at
   * most. A server that cannot be reached stops nothing before the document in force expires.
   * Rejects as `assertMayRun` throws.
   */
  confirm(family: FamilyId): Promise<void>;
  /**
   * Asks no server. Throws the code that the release was stopped by: `release/withdrawn`, `release/revoked`,
   * `release/below-floor`, `release/blocked`, `release/expired`, `release/clock` or `release/out-of-time`.
   */
  assertMayRun(family: FamilyId): void;
  /** Checks every family's release, side by side. Never rejects. */
  checkAll(): Promise<void>;
  /**
   * Checks all whenever the page returns to the foreground, and every five minutes. Once a family's wallets are listed,
   * looks for its newer roots, and checks its release if a copy of its document was used. Returns a function that ends
   * it.
   */
  start(): () => void;
}

export function createRevalidation(dependencies: RevalidationDependencies): Revalidation {
  const watches = new Map<FamilyId, Watch>();
  const isInDoubt = () => isClockInDoubt([...watches.values()].map(({ refusal }) => refusal));
  let ahead: number | undefined;

  function openWatch(family: FamilyId): Watch | undefined {
    const known = watches.get(family);
    const runningRelease = known ? undefined : dependencies.runningRelease(family);
    if (runningRelease === undefined) return known;
    const watch = new Watch({
      runningRelease,
      publish: (releaseStatus) => dependencies.publishReleaseStatus(family, releaseStatus),
      publishShare: (share) => dependencies.publishShare(family, share),
      explainOutOfTime: (remote) =>
        isInDoubt() ? explainOutOfTime(remote, dependencies.now(), ahead) : undefined,
      now: dependencies.now,
      report: dependencies.report,
    });
    watches.set(family, watch);
    return watch;
  }

  async function measureIfInDoubt(): Promise<void> {
    if (isInDoubt()) ahead = await dependencies.measureClock();
  }

  async function settleAll(): Promise<void> {
    await measureIfInDoubt();
    for (const watch of watches.values()) watch.settle();
  }

  async function checkAll(): Promise<void> {
    const all = dependencies.families.flatMap((family) => openWatch(family) ?? []);
    await Promise.all(all.map((watch) => watch.check()));
    await settleAll();
  }

  async function startAll(): Promise<void> {
    await Promise.all(
      dependencies.families.map(async (family) => {
        await dependencies.listed(family).catch(() => undefined);
        await openWatch(family)?.start();
      }),
    );
    await settleAll();
  }

  return {
    isDue: (family) => openWatch(family)?.isDue() ?? false,
    async confirm(family) {
      const watch = openWatch(family);
      if (watch?.isDue()) {
        await watch.check();
        await measureIfInDoubt();
      }
      watch?.assertMayRun();
    },
    assertMayRun: (family) => openWatch(family)?.assertMayRun(),
    checkAll,
    start() {
      startAll().catch(dependencies.report);
      return onReturn(() => void checkAll().catch(dependencies.report));
    },
  };
}

/**
 * Calls when the page returns to the foreground, and every five minutes while it is visible. Returns a function that
 * ends it.
 */
function onReturn(run: () => void): () => void {
  const ends = [onVisible(run), every(revalidationMs, () => isVisible() && run())];
  return () => {
    for (const end of ends) end();
  };
}
