import type { Sample, Series } from './sample.ts';
import { NotMeasured, tellSeries, valuesOf } from './values-of.ts';

/** A measure of two series in one round. */
export type Pair = readonly [over: number, under: number];

/**
 * A measure of two series, round by round. Throws `NotMeasured` where one has nothing, or lacks a round of the other: a
 * round that is left out would not be left out by chance.
 */
export function pairsOf(
  samples: readonly Sample[],
  measure: string,
  over: Series,
  under: Series,
): readonly Pair[] {
  const overs = valuesOf(samples, measure, over);
  const unders = valuesOf(samples, measure, under);
  assertRounds(overs, unders, tellSeries(measure, over), tellSeries(measure, under));
  assertRounds(unders, overs, tellSeries(measure, under), tellSeries(measure, over));
  return [...overs].map(([round, value]) => [value, unders.get(round) as number]);
}

/** How many times one is the other: 1 where both are nothing, without end where the other alone is. */
export function toRatio(over: number, under: number): number {
  return over === under ? 1 : over / under;
}

function assertRounds(
  there: ReadonlyMap<number, number>,
  wanted: ReadonlyMap<number, number>,
  toldThere: string,
  toldWanted: string,
): void {
  const lone = [...there.keys()].find((round) => !wanted.has(round));
  if (lone !== undefined) throw new NotMeasured(`Round ${lone} has ${toldThere}, but no ${toldWanted}.`);
}
