import type { Random } from '@linkspan/trust/testing';
import { dayMs, rates } from './rates.ts';

/** Who comes by, with what kind of clock and network. */
export interface Visitor {
  /** By which the clock is ahead, in milliseconds; below 0 where it is behind. */
  readonly clockMs: number;
  readonly clock: 'right' | 'minutes' | 'hours' | 'days' | 'wrong';
  readonly visits: readonly Visit[];
}

/** One visit. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly network: 'good' | 'slow' | 'none';
  /** Whether the browser has forgotten everything before it. */
  readonly isCleared: boolean;
  readonly hasFormerPage: boolean;
}

/** A visitor of the days that begin at `start`. */
export function drawVisitor(random: Random, start: number): Visitor {
  const { visitor } = rates;
  const times = [start + random.next() * rates.days * dayMs];
  while (random.chance(visitor.visitsAgain)) times.push(start + random.next() * rates.days * dayMs);
  return {
    ...drawClock(random),
    visits: times
      .sort((one, other) => one - other)
      .map((at) => ({
        at,
        network: random.chance(visitor.isOffline) ? 'none' : random.chance(visitor.isSlow) ? 'slow' : 'good',
        isCleared: random.chance(visitor.clearsStorage),
        hasFormerPage: random.chance(visitor.hasFormerPage),
      })),
  };
}

function drawClock(random: Random): Pick<Visitor, 'clock' | 'clockMs'> {
  const { wrong, wrongMs, daysOff, daysOffMs, hoursOff, hoursOffMs, minutesOff, minutesOffMs } =
    rates.visitor.clock;
  const sign = random.pick([1, -1]);
  if (random.chance(wrong)) return { clock: 'wrong', clockMs: sign * random.magnitude(wrongMs) };
  if (random.chance(daysOff)) return { clock: 'days', clockMs: sign * random.between(daysOffMs) };
  if (random.chance(hoursOff)) return { clock: 'hours', clockMs: sign * random.magnitude(hoursOffMs) };
  if (random.chance(minutesOff)) return { clock: 'minutes', clockMs: sign * random.between(minutesOffMs) };
  return { clock: 'right', clockMs: random.between([-minutesOffMs[0], minutesOffMs[0]]) };
}
