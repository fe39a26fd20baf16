import type { Random } from '@linkspan/trust/testing';
import { dayMs, rates } from './rates.ts';

/** A time in which a store, or the delivery network before it, does not do as it should. */
export interface Outage {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /**
   * Of an outage: every request is refused, fails, is not found, or is never answered. Of a hiccup: an answer comes
   * late, is a page of HTML, is cut off, or is of the day before.
   */
  readonly kind: (typeof outages)[number] | (typeof hiccups)[number];
  /** The chance that it meets a request, from 0 to 1. */
  readonly hits: number;
}

const outages = ['refused', 'failing', 'missing', 'silent'] as const;
const hiccups = ['late', 'html', 'cut', 'stale'] as const;

/** The outages of each store in the days that begin at `start`; those of all stores are the same in each. */
export function drawOutages(
  random: Random,
  { stores, start }: { readonly stores: number; readonly start: number },
): readonly (readonly Outage[])[] {
  const {
    outages: own,
    outageMs,
    hasLongOutage,
    longOutageMs,
    outagesOfAll,
    outageOfAllMs,
    hiccups: small,
    hiccupMs,
    hiccupHits,
  } = rates.store;
  const draw = (kinds: typeof outages | typeof hiccups, lengthMs: number, hits = 1): Outage => {
    const from = start + random.next() * rates.days * dayMs;
    return { from, until: from + lengthMs, kind: random.pick<Outage['kind']>(kinds), hits };
  };
  const several = (count: number, one: () => Outage) => Array.from({ length: count }, one);
  const ofAll = several(random.whole(outagesOfAll), () => draw(outages, random.magnitude(outageOfAllMs)));
  return Array.from({ length: stores }, () => [
    ...ofAll,
    ...several(random.whole(own), () => draw(outages, random.magnitude(outageMs))),
    ...several(random.chance(hasLongOutage) ? 1 : 0, () => draw(outages, random.between(longOutageMs))),
    ...several(random.whole(small), () => draw(hiccups, random.magnitude(hiccupMs), hiccupHits)),
  ]);
}

/** The outage at a time, in milliseconds since 1970; a real one before a hiccup. */
export function outageAt(outages: readonly Outage[], at: number): Outage | undefined {
  return outages.find(({ from, until }) => from <= at && at < until);
}

/** When a team that has something to publish comes through: at once, or after the outage. */
export function endOfOutage(outages: readonly Outage[], at: number): number {
  const outage = outageAt(outages, at);
  return outage === undefined || !isDown(outage) ? at : endOfOutage(outages, outage.until);
}

/** Whether nothing can be had of the store, as against some answers. */
export function isDown({ hits }: Outage): boolean {
  return hits === 1;
}
