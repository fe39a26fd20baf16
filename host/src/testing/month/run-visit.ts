import type { Random } from '@linkspan/trust/testing';
import { loadPage, type Outcome } from './load-page.ts';
import { openNetwork } from './network.ts';
import { rates } from './rates.ts';
import type { Ended } from './tally.ts';
import { endOf, lastAt, wasWithdrawn } from './team-history.ts';
import type { TeamMonth } from './team-month.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Visit } from './visitor.ts';
import type { World } from './world.ts';

/** What a visit takes place in; the time is when it begins. */
export interface Around {
  readonly world: World;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly clockMs: number;
}

/** One visit, until nothing that its page has begun is under way any more. */
export async function runVisit(
  { network, hasFormerPage }: Visit,
  { world: { teams, deploys }, time, random, clockMs }: Around,
): Promise<Pick<Ended, 'outcomes' | 'heldBack' | 'tookMs' | 'outlived'>> {
  const startedAt = time.now;
  const deploy = lastAt(deploys, startedAt);
  const page = hasFormerPage ? lastAt(deploys, deploy.at - 1) : deploy;
  const fetch = openNetwork({ teams, deploy, network, random, now: () => time.now });
  const now = () => time.now + clockMs;
  let tookMs = 0;
  const outcomes = await time.run(async () => {
    const all = await loadPage({ trust: page.trust, fetch, now, random: random.next });
    tookMs = time.now - startedAt;
    return all;
  });
  const wasLive = ({ published }: TeamMonth) =>
    [startedAt, time.now].every((at) => lastAt(published, at).versions.length > 0);
  const isHeldBack = (outcome: Outcome, team: TeamMonth) =>
    outcome.by === 'none' && outcome.code === 'release/withdrawn' && wasWithdrawn(team.published, startedAt);
  const live = outcomes.flatMap((outcome, index) => {
    const team = teams[index] as TeamMonth;
    return wasLive(team) ? [{ outcome, isHeldBack: isHeldBack(outcome, team) }] : [];
  });
  const outlived = outcomes.flatMap((outcome, index) => {
    if (outcome.by === 'none') return [];
    const { remote, published } = teams[index] as TeamMonth;
    const end = endOf(published, { version: outcome.version, at: startedAt });
    return startedAt + clockMs < end + rates.lifeMs ? [] : [`${remote} ${outcome.version}`];
  });
  return {
    outcomes: live.filter((one) => !one.isHeldBack).map(({ outcome }) => outcome),
    heldBack: live.filter((one) => one.isHeldBack).length,
    tookMs,
    outlived,
  };
}
