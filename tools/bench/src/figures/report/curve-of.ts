import { ifMeasured } from '../if-measured.ts';
import { median } from '../median.ts';
import type { Sample } from '../sample.ts';
import { familiesOf } from '../subjects.ts';
import { valuesOf } from '../values-of.ts';

/** What is told of a first visit beside the time of its list. */
export const besides = ['buttonMs', 'blockingMs', 'bytesToList', 'requestsToList'] as const;

/** The median time of the full list, in milliseconds, with so many families registered, and other medians of the visit. */
export interface CurvePoint extends Partial<Record<(typeof besides)[number], number>> {
  readonly families: number;
  readonly listMs: number;
}

/** A point for each count of families of which the first visit's list was measured, in rising order. */
export function curveOf(samples: readonly Sample[]): readonly CurvePoint[] {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  return subjects
    .flatMap((subject) => {
      const families = familiesOf(subject);
      const listMs = medianOf(samples, subject, 'listMs');
      if (families === undefined || listMs === undefined) return [];
      const medians = besides.map((measure) => [measure, medianOf(samples, subject, measure)] as const);
      const measured = medians.filter(([, value]) => value !== undefined);
      return [{ families, listMs, ...Object.fromEntries(measured) }];
    })
    .sort((one, other) => one.families - other.families);
}

function medianOf(samples: readonly Sample[], subject: string, measure: string): number | undefined {
  return ifMeasured(() => median([...valuesOf(samples, measure, { subject, scenario: 'cold' }).values()]));
}
