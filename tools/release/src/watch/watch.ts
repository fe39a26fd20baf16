import type { LivePayload } from '@linkspan/trust';
import { type LiveReleases, manifestOf } from '../documents/live.ts';
import { newestLive, shareOf, toPromoted } from '../documents/promotion.ts';
import type { Means, Outcome } from '../verb.ts';
import type { LiveChanger } from '../verbs/live-change.ts';
import { assertSame, changeIfSame } from './change-if-same.ts';
import { insist } from './insist.ts';
import type { Verdict } from './judge.ts';
import { look } from './look.ts';
import { type Step, toOutcome } from './to-outcome.ts';
import type { WatchPlan } from './watch-options.ts';

/**
 * Raises a release’s share step by step, from the one that it has, and looks before each step how it does. Where it
 * fails more than the old one, nobody gets it any more. Rejects with what the collector and `changeIfSame` reject
 * with; the share stays as it is then, and another run goes on from it.
 */
export async function watch(options: {
  readonly changer: LiveChanger;
  readonly means: Means;
  readonly plan: WatchPlan;
  /** Undefined: the newest of the two that are live. */
  readonly version: string | undefined;
}): Promise<Outcome> {
  const { changer, means, plan } = options;
  const { remote } = changer;
  const before = await changer.read();
  const version = options.version ?? newestLive(before, 100);
  let left = before.now?.live.releases ?? [];
  let live: LivePayload | undefined = before.now?.live;
  const steps: Step[] = [];

  const change = async (share: number, verdict?: Verdict) => {
    const promote = (now: typeof before) => toPromoted(now, { version, share });
    live = await changeIfSame(changer, left, promote);
    left = live.releases;
    steps.push({ share, at: live.issuedAt, ...(verdict && { verdict }) });
  };

  for (const share of plan.steps.filter((one) => one > shareOf(remote, left, version))) {
    const has = shareOf(remote, left, version);
    const isFirst = has === 0 || changer.isDry;
    // Whoever does not answer now will not later: nothing is begun then.
    if (isFirst) await plan.collector?.count(remote);
    const verdict = isFirst ? undefined : await lookAt(has);
    if (verdict?.kind === 'worse') {
      await insist(means, () => change(0, verdict));
      break;
    }
    await change(share, verdict);
    if (changer.isDry) break;
  }
  return toOutcome({ changer, plan, version, live, steps });

  function lookAt(has: number) {
    const old = left.find((one) => one.share > 0 && versionOf(one) !== version);
    return look({
      means,
      plan,
      compared: { remote, fresh: version, old: old && versionOf(old) },
      text: `${remote} ${version} has ${has} %`,
      onLook: async () => assertSame(await changer.read(), left),
    });
  }

  function versionOf(one: LiveReleases[number]): string {
    return manifestOf(one, remote).version;
  }
}
