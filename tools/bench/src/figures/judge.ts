import { type Estimate, estimateAmount, estimateRatio } from './estimate.ts';
import type { Goal } from './goals.ts';
import type { Sample } from './sample.ts';
import { NotMeasured } from './values-of.ts';

/** What a run has shown of a goal. */
export type Judged =
  | (Estimate & { readonly goal: Goal; readonly outcome: 'met' | 'missed' })
  | { readonly goal: Goal; readonly outcome: 'not measured'; readonly why: string };

/** Holds a run against goals: each is met, missed, or was not measured, with a sentence that says why. */
export function judge(samples: readonly Sample[], goals: readonly Goal[]): readonly Judged[] {
  return goals.map((goal) => judgeOne(samples, goal));
}

/** The number that is held against the goal's limit. */
export function judgedFigure(goal: Goal, { figure, upperBound }: Estimate): number {
  return goal.kind === 'ratio' && goal.isBound ? upperBound : figure;
}

function judgeOne(samples: readonly Sample[], goal: Goal): Judged {
  try {
    const estimate = toEstimate(samples, goal);
    return { ...estimate, goal, outcome: judgedFigure(goal, estimate) <= goal.limit ? 'met' : 'missed' };
  } catch (error) {
    if (error instanceof NotMeasured) return { goal, outcome: 'not measured', why: error.message };
    throw error;
  }
}

function toEstimate(samples: readonly Sample[], goal: Goal): Estimate {
  return goal.kind === 'ratio'
    ? estimateRatio(samples, goal.measure, goal.series, goal.against)
    : estimateAmount(samples, goal.measure, goal.series);
}
