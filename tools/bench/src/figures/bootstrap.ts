import { createRandom } from '@linkspan/trust/testing';

/** How often the rounds are drawn again, and the seed by which anybody draws the same. */
export const resampling = { resamples: 5_000, seed: 20261122 } as const;

/**
 * What a statistic comes to, in rising order, where as many rounds as there are were drawn from them, again and again,
 * each as often as chance has it. The same rounds give the same answer.
 */
export function bootstrap<Round>(
  rounds: readonly Round[],
  statistic: (drawn: readonly Round[]) => number,
): readonly number[] {
  const random = createRandom(resampling.seed);
  const draw = () => rounds[random.whole([0, rounds.length - 1])] as Round;
  return Array.from({ length: resampling.resamples }, () => statistic(rounds.map(draw))).sort(
    (one, other) => one - other,
  );
}

/** The smallest value that at least this share, above 0 and up to 1, of sorted values does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.ceil(share * sorted.length) - 1];
  if (value === undefined) throw new Error(`There is no value at ${share} of ${sorted.length} values.`);
  return value;
}
