import type { Means } from '../verb.ts';
import { isUnreachable } from './is-unreachable.ts';
import { type Counts, judge, type Verdict } from './judge.ts';
import type { WatchPlan } from './watch-options.ts';

/** The two releases that are compared, by their versions. */
export interface Compared {
  readonly remote: string;
  readonly fresh: string;
  /** Undefined where the other has no visitors. */
  readonly old: string | undefined;
}

/** How many looks in a row may get no answer. */
const mostUnanswered = 3;

const nothing: Counts = { visits: 0, failures: 0 };

/**
 * Waits and looks until the collector can tell how the new release does; undefined where nobody counts, after one
 * wait. `onLook` is called before each look, and may throw. Rejects with what the
 * collector and `onLook` reject with, a passing failure after the third in a row.
 */
export async function look(options: {
  readonly means: Pick<Means, 'now' | 'wait' | 'progress'>;
  readonly plan: WatchPlan;
  readonly compared: Compared;
  readonly text: string;
  onLook(): Promise<void>;
}): Promise<Verdict | undefined> {
  const { means, plan, compared, text, onLook } = options;
  const { collector, everyMinutes } = plan;
  let unanswered = 0;
  for (let why = ''; ; ) {
    const everyMs = everyMinutes * 60_000;
    const next = new Date(means.now() + everyMs).toISOString().slice(11, 16);
    means.progress(`${text}${why}. Next look at ${next} UTC`);
    await means.wait(everyMs);
    try {
      await onLook();
      if (collector === undefined) return undefined;
      const count = await collector.count(compared.remote);
      unanswered = 0;
      const old = compared.old === undefined ? nothing : count(compared.old);
      const verdict = judge(count(compared.fresh), old, plan);
      if (verdict.kind !== 'too few visits') return verdict;
      why = `, ${Math.floor(verdict.visits)} of ${plan.leastVisits} visits`;
    } catch (error) {
      unanswered += 1;
      if (!isUnreachable(error) || unanswered === mostUnanswered) throw error;
      why = ', and the last look got no answer';
    }
  }
}
