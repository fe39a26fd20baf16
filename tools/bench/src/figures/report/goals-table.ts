import type { Goal } from '../goals.ts';
import { type Judged, judgedFigure } from '../judge.ts';
import { unitOf } from '../measures.ts';
import { type Kind, toText, toTextBeside } from '../to-text.ts';
import { toTable } from './to-table.ts';

const columns = [
  { head: 'goal' },
  { head: 'figure', isNumber: true },
  { head: '95 % interval', isNumber: true },
  { head: 'at most', isNumber: true },
  { head: 'outcome' },
];

/** A row for each goal: its figure, the figure's interval, the limit, and whether it is met. */
export function toGoalsTable(judged: readonly Judged[]): string {
  return toTable(columns, judged.map(toLine));
}

function toLine(judged: Judged): readonly string[] {
  const { goal, outcome } = judged;
  const kind = kindOf(goal);
  const limit = toText(goal.limit, kind);
  if (judged.outcome === 'not measured') return [goal.told, '–', '–', limit, outcome];
  const [from, to] = judged.interval.map((end) => toText(end, kind));
  const figure = toTextBeside(judgedFigure(goal, judged), goal.limit, kind);
  return [goal.told, figure, `${from} to ${to}`, limit, outcome];
}

function kindOf({ kind, measure }: Goal): Kind {
  return kind === 'ratio' ? 'ratio' : unitOf(measure);
}
