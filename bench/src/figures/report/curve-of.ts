import { ifMeasured } from '../if-measured.ts';
import { median } from '../median.ts';
import type { Sample } from '../sample.ts';
import { familiesOf } from '../subjects.ts';
import { valuesOf } from '../values-of.ts';

/** The median time of the full list, in milliseconds, with so many families registered. */
export interface CurvePoint {
  readonly families: number;
  readonly listMs: number;
}

/** A point for each count of families of which the first visit's list was measured, in rising order. */
export function curveOf(samples: readonly Sample[]): readonly CurvePoint[] {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  return subjects
    .flatMap((subject) => {
      const families = familiesOf(subject);
      const values = ifMeasured(() => valuesOf(samples, 'listMs', { subject, scenario: 'cold' }));
      if (families === undefined || values === undefined) return [];
      return [{ families, listMs: median([...values.values()]) }];
    })
    .sort((one, other) => one.families - other.families);
}
