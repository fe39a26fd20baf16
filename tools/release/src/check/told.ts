import { list, record, type Shape, text, variant, whole } from '@linkspan/contract';
import type { CheckResult } from '../documents/check-report.ts';

/** What the check in the browser tells of its work, a line of JSON each. The result is the last of them. */
export type Told =
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'case'; readonly number: number; readonly of: number; readonly sentence: string }
  | ({ readonly kind: 'result' } & Omit<CheckResult, 'at'>);

const count = whole(0, 10_000);
const shape: Shape<Told> = variant('kind', {
  step: record({ kind: text() as Shape<'step'>, text: text() }),
  case: record({ kind: text() as Shape<'case'>, number: count, of: count, sentence: text() }),
  result: record({
    kind: text() as Shape<'result'>,
    passed: count,
    failed: count,
    notOffered: count,
    failures: list(text(), 500),
    browser: text(undefined, undefined, 200),
  }),
});

/** What a line tells; undefined for one that is of someone else. */
export function parseTold(line: string): Told | undefined {
  try {
    return shape(JSON.parse(line), 'line');
  } catch {
    return undefined;
  }
}
