import { ifMeasured } from '../if-measured.ts';
import { median } from '../median.ts';
import { pairsOf, toRatio } from '../pairs.ts';
import type { Sample } from '../sample.ts';
import { valuesOf } from '../values-of.ts';

/** A subject's median of a measure, and how many times the base's it is where both were measured. */
export interface Cell {
  readonly subject: string;
  readonly median: number;
  readonly toBase?: number;
}

/** A measure of the subjects that have it. */
export interface Comparison {
  readonly measure: string;
  readonly cells: readonly Cell[];
}

/** What is compared: measures of subjects in one scenario, with one subject as the base. */
interface Question {
  readonly scenario: string;
  readonly base: string;
  readonly subjects: readonly string[];
  readonly measures: readonly string[];
}

/** A row for each measure, with a cell for each subject that has it, in the order in which both are asked for. */
export function compare(samples: readonly Sample[], question: Question): readonly Comparison[] {
  return question.measures.map((measure) => ({
    measure,
    cells: question.subjects.flatMap((subject) => toCells(samples, measure, subject, question)),
  }));
}

function toCells(
  samples: readonly Sample[],
  measure: string,
  subject: string,
  { scenario, base }: Question,
): readonly Cell[] {
  const values = ifMeasured(() => valuesOf(samples, measure, { subject, scenario }));
  if (values === undefined) return [];
  const cell = { subject, median: median([...values.values()]) };
  if (subject === base) return [cell];
  const pairs = ifMeasured(() =>
    pairsOf(samples, measure, { subject, scenario }, { subject: base, scenario }),
  );
  return [pairs ? { ...cell, toBase: median(pairs.map(([over, under]) => toRatio(over, under))) } : cell];
}
