import { sortMeasures } from '../measures.ts';
import type { Sample } from '../sample.ts';
import { familiesOf, sortSubjects } from '../subjects.ts';
import { type Comparison, compare } from './compare.ts';

/** A visit on which somebody opens the list and does nothing more. */
type Opening = 'cold' | 'returning';

/** Every measure of such a visit, against the floor. The shell with other counts of families is left to the curve. */
export function compareVisits(samples: readonly Sample[], scenario: Opening): readonly Comparison[] {
  const visits = samples.filter((one) => one.scenario === scenario && isShown(one.subject));
  return compare(visits, {
    scenario,
    base: 'floor',
    subjects: sortSubjects(visits.map(({ subject }) => subject)),
    measures: sortMeasures(visits.flatMap(({ values }) => Object.keys(values))),
  });
}

function isShown(subject: string): boolean {
  return subject === 'shell' || familiesOf(subject) === undefined;
}
