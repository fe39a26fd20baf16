import type { Conditions } from '../conditions.ts';
import { goals } from '../goals.ts';
import { type Judged, judge } from '../judge.ts';
import type { Raw } from '../raw.ts';
import type { Comparison } from './compare.ts';
import { type Connect, compareConnects } from './compare-connects.ts';
import { compareVisits } from './compare-visits.ts';
import { type CurvePoint, curveOf } from './curve-of.ts';

/** What a run has shown, ready to be told in words or drawn. */
export interface Report {
  readonly conditions: Conditions;
  readonly judged: readonly Judged[];
  /** Of the first visit: a row for each measure, with a median for each subject that has it. */
  readonly cold: readonly Comparison[];
  /** The same of the second. */
  readonly returning: readonly Comparison[];
  readonly connects: readonly Connect[];
  /** The list's time by how many families are registered. */
  readonly curve: readonly CurvePoint[];
}

/** Makes a report of a run. */
export function toReport({ conditions, samples }: Raw): Report {
  return {
    conditions,
    judged: judge(samples, goals),
    cold: compareVisits(samples, 'cold'),
    returning: compareVisits(samples, 'returning'),
    connects: compareConnects(samples),
    curve: curveOf(samples),
  };
}
