import { bootstrap, quantile } from './bootstrap.ts';
import { median } from './median.ts';
import { type Pair, pairsOf, toRatio } from './pairs.ts';
import type { Sample, Series } from './sample.ts';
import { valuesOf } from './values-of.ts';

/** What the rounds tell of a figure. */
export interface Estimate {
  readonly figure: number;
  /** From and to: where the figure lies with 95 %. */
  readonly interval: readonly [from: number, to: number];
  /** What the figure does not exceed with 95 %. */
  readonly upperBound: number;
  readonly rounds: number;
}

/** The median of a measure in a series. Throws `NotMeasured`. */
export function estimateAmount(samples: readonly Sample[], measure: string, series: Series): Estimate {
  const values = [...valuesOf(samples, measure, series).values()];
  return { figure: median(values), ...spreadOf(values, median), rounds: values.length };
}

/**
 * How many times a measure of one series is that of another: the median of the ratios of each round. Interval and bound
 * are of the ratio of the medians. Throws `NotMeasured`.
 */
export function estimateRatio(
  samples: readonly Sample[],
  measure: string,
  series: Series,
  against: Series,
): Estimate {
  const pairs = pairsOf(samples, measure, series, against);
  const figure = median(pairs.map(([over, under]) => toRatio(over, under)));
  return { figure, ...spreadOf(pairs, ratioOfMedians), rounds: pairs.length };
}

/** One median by the other. */
export function ratioOfMedians(pairs: readonly Pair[]): number {
  return toRatio(median(pairs.map(([over]) => over)), median(pairs.map(([, under]) => under)));
}

function spreadOf<Round>(
  rounds: readonly Round[],
  statistic: (drawn: readonly Round[]) => number,
): Pick<Estimate, 'interval' | 'upperBound'> {
  const drawn = bootstrap(rounds, statistic);
  return { interval: [quantile(drawn, 0.025), quantile(drawn, 0.975)], upperBound: quantile(drawn, 0.95) };
}
