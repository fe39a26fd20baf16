import type { Sample, Series } from './sample.ts';

/** Nothing was measured of what is asked for; the message is a sentence that says of what. */
export class NotMeasured extends Error {}

/**
 * A measure's value in each round of a series. Throws `NotMeasured` if there is none or a value
 * is no number, and a sentence where a round has
 * it twice.
 */
export function valuesOf(
  samples: readonly Sample[],
  measure: string,
  series: Series,
): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (const { subject, scenario, round, values: all } of samples) {
    const value = all[measure];
    if (subject !== series.subject || scenario !== series.scenario || value === undefined) continue;
    if (values.has(round)) throw new Error(`Round ${round} has ${tellSeries(measure, series)} twice.`);
    if (!Number.isFinite(value))
      throw new NotMeasured(`Round ${round} has no number as ${tellSeries(measure, series)}.`);
    values.set(round, value);
  }
  if (values.size === 0) throw new NotMeasured(`There is no ${tellSeries(measure, series)}.`);
  return values;
}

/** For people: which measure of which series. */
export function tellSeries(measure: string, { subject, scenario }: Series): string {
  return `${measure} of ${subject} in ${scenario}`;
}
