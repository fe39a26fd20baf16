import type { FamilyId, Standing } from '@linkspan/contract';
import { isClockSuspect } from '@linkspan/trust';
import { every } from '../async.ts';
import { revalidationMs } from '../limits.ts';
import { isVisible, onVisible } from '../visibility.ts';
import { createWatch, type RunningRelease, type Watch } from './watch.ts';

/** What keeping an open page up to date needs of it. */
export interface RevalidationNeeds {
  readonly families: readonly FamilyId[];
  /** Settles once a family's wallets are listed, or cannot be. */
  listed(family: FamilyId): Promise<unknown>;
  /** Undefined where no release serves, or none is checked, as in development. */
  runningRelease(family: FamilyId): RunningRelease | undefined;
  publishStanding(family: FamilyId, standing: Standing): void;
  /** In whole percent of the visitors. */
  publishShare(family: FamilyId, share: number): void;
  now(): number;
  report(error: unknown): void;
}

/** Tells an open page in time that a release of its own is no longer to be used, or that a newer one is there. */
export interface Revalidation {
  /** Whether a family's release has to be asked about before it may sign. */
  isDue(family: FamilyId): boolean;
  /**
   * Lets a family's release sign or send: asks its server first where that is due, for four seconds at most. A
   * server that cannot be reached stops nothing before the document in force expires.
   * Rejects as `assertMayRun` throws.
   */
  confirm(family: FamilyId): Promise<void>;
  /**
   * By what is known already. Throws the code by which the release was stopped: `release/withdrawn`,
   * `release/revoked`, `release/below-floor`, `release/blocked`, `release/expired` or `release/clock`.
   */
  assertMayRun(family: FamilyId): void;
  /** Asks about every family's release, side by side. Never rejects. */
  checkAll(): Promise<void>;
  /**
   * Does so whenever the page is looked at again, and every five minutes. Once a family's wallets are listed, asks for
   * its newer roots, and if a copy of its document was used, for everything. Returns what ends it.
   */
  begin(): () => void;
}

export function createRevalidation(needs: RevalidationNeeds): Revalidation {
  const watches = new Map<FamilyId, Watch>();

  function watchOf(family: FamilyId): Watch | undefined {
    const known = watches.get(family);
    const runningRelease = known ? undefined : needs.runningRelease(family);
    if (runningRelease === undefined) return known;
    const watch = createWatch({
      runningRelease,
      publish: (standing) => needs.publishStanding(family, standing),
      publishShare: (share) => needs.publishShare(family, share),
      isClockSuspect: () => isClockSuspect([...watches.values()].map(({ refusal }) => refusal)),
      now: needs.now,
      report: needs.report,
    });
    watches.set(family, watch);
    return watch;
  }

  async function checkAll(): Promise<void> {
    const all = needs.families.flatMap((family) => watchOf(family) ?? []);
    await Promise.all(all.map((watch) => watch.check()));
    for (const watch of all) watch.settle();
  }

  async function beginAll(): Promise<void> {
    await Promise.all(
      needs.families.map(async (family) => {
        await needs.listed(family).catch(() => undefined);
        await watchOf(family)?.begin();
      }),
    );
    for (const watch of watches.values()) watch.settle();
  }

  return {
    isDue: (family) => watchOf(family)?.isDue() ?? false,
    async confirm(family) {
      const watch = watchOf(family);
      if (watch?.isDue()) await watch.check();
      watch?.assertMayRun();
    },
    assertMayRun: (family) => watchOf(family)?.assertMayRun(),
    checkAll,
    begin() {
      beginAll().catch(needs.report);
      return onOccasion(() => void checkAll().catch(needs.report));
    },
  };
}

/** Calls when the page is shown again, and every five minutes while it is visible. Returns what ends it. */
function onOccasion(run: () => void): () => void {
  const ends = [onVisible(run), every(revalidationMs, () => isVisible() && run())];
  return () => {
    for (const end of ends) end();
  };
}
