/** What a collector has counted of one release, within the time since the last look. */
export interface Counts {
  readonly visits: number;
  /** A visit may count for several. */
  readonly failures: number;
}

/** When a release may go on. */
export interface Bounds {
  /** By how many percent of its visits more than the old one a release may fail. */
  readonly mostFailures: number;
  /** How many visits it takes to tell. */
  readonly leastVisits: number;
}

/** What two releases’ counts say of the new one, with the failures of both in percent of their visits. */
export interface Verdict {
  readonly kind: 'fine' | 'too few visits' | 'worse';
  readonly visits: number;
  readonly rate: number;
  readonly oldRate: number;
}

/** Percentages are sums and quotients; what rounding does to them decides nothing. */
const rounding = 1e-9;

/**
 * Compares a new release with the old one. It is worse where it stays so even if each visit that is still missing
 * goes well: a disaster needs no hundred visits, and one failure of one visit is none.
 */
export function judge(fresh: Counts, old: Counts, { mostFailures, leastVisits }: Bounds): Verdict {
  const { visits } = fresh;
  const oldRate = toRate(old, 0);
  const rates = { visits, rate: toRate(fresh, 0), oldRate };
  if (toRate(fresh, leastVisits) > oldRate + mostFailures + rounding) return { kind: 'worse', ...rates };
  return { kind: visits < leastVisits ? 'too few visits' : 'fine', ...rates };
}

function toRate({ failures, visits }: Counts, leastVisits: number): number {
  const all = Math.max(visits, leastVisits);
  return all === 0 ? 0 : (100 * failures) / all;
}
