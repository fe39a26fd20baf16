import { sortMeasures } from '../measures.ts';
import type { Sample } from '../sample.ts';
import { familiesOf, sortSubjects } from '../subjects.ts';
import { type Comparison, compare } from './compare.ts';

/** Every measure of the first visit, against the floor. The shell with other counts of families is left to the curve. */
export function compareCold(samples: readonly Sample[]): readonly Comparison[] {
  const cold = samples.filter(({ scenario, subject }) => scenario === 'cold' && isShown(subject));
  return compare(cold, {
    scenario: 'cold',
    base: 'floor',
    subjects: sortSubjects(cold.map(({ subject }) => subject)),
    measures: sortMeasures(cold.flatMap(({ values }) => Object.keys(values))),
  });
}

function isShown(subject: string): boolean {
  return subject === 'shell' || familiesOf(subject) === undefined;
}
