import type { Random } from '@linkspan/trust/testing';
import { dayMs, hourMs, rates } from './rates.ts';

/** What a team does to what is live; a refresh is in each of them. */
export type Act =
  | { readonly do: 'refresh' | 'roll back' | 'withdraw' | 'bring back' }
  /** The next release of the plan, to this share in whole percent. */
  | { readonly do: 'promote'; readonly release: number; readonly share: number }
  | Rotation;

/** A new root, which may name another online key, or a release of the plan that is allowed no more. */
export interface Rotation {
  readonly do: 'rotate';
  readonly replacesKey: boolean;
  readonly revokes?: number;
}

/** An act, and when it is meant to be done, in milliseconds since 1970. */
export type Planned = Act & { readonly at: number };

/** What one team has in mind for the days that begin at `start`, in its order in time. Release 0 is live before. */
export function planTeam(random: Random, start: number): readonly Planned[] {
  const end = start + rates.days * dayMs;
  const plan = [
    ...planRefreshes(random, start, end),
    ...planReleases(random, start, end),
    ...planRotations(random, start, end),
    ...planWithdrawal(random, start, end),
  ];
  return plan.sort((one, other) => one.at - other.at);
}

function* planRefreshes(random: Random, start: number, end: number): Generator<Planned> {
  const { missesRefresh, missedDays } = rates.team;
  const hour = random.next() * dayMs;
  for (let at = start - dayMs + hour; at < end; at += dayMs)
    if (random.chance(missesRefresh)) at += (random.whole(missedDays) - 1) * dayMs;
    else yield { do: 'refresh', at };
}

function* planReleases(random: Random, start: number, end: number): Generator<Planned> {
  const { betweenReleasesMs, rollsBack, revokes } = rates.team;
  let release = 0;
  for (let at = start; ; ) {
    at += random.between(betweenReleasesMs);
    if (at >= end) return;
    release += 1;
    const rollBackAt = random.chance(rollsBack) ? at + random.between([hourMs, 2 * dayMs]) : Infinity;
    const steps = [10, 50, 100].map((share, index) => ({ share, at: at + (index * index * dayMs) / 3 }));
    for (const { share, at: stepAt } of steps)
      if (stepAt < rollBackAt) yield { do: 'promote', release, share, at: stepAt };
    if (rollBackAt === Infinity) continue;
    yield { do: 'roll back', at: rollBackAt };
    if (random.chance(revokes))
      yield { do: 'rotate', replacesKey: false, revokes: release, at: rollBackAt + hourMs };
  }
}

function* planRotations(random: Random, start: number, end: number): Generator<Planned> {
  const { rootRotations, replacesOnlineKey } = rates.team;
  for (let count = random.whole(rootRotations); count > 0; count -= 1)
    yield { do: 'rotate', replacesKey: random.chance(replacesOnlineKey), at: random.between([start, end]) };
}

function* planWithdrawal(random: Random, start: number, end: number): Generator<Planned> {
  if (!random.chance(rates.team.withdraws)) return;
  const at = random.between([start, end]);
  yield { do: 'withdraw', at };
  yield { do: 'bring back', at: at + random.between(rates.team.withdrawnMs) };
}
