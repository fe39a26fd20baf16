import { LinkspanError, toFailure } from '@linkspan/contract';
import { explain } from '../ui/texts/explain.ts';

/** Why a deploy was refused, in sentences for people; undefined for a fault of the deploy itself. */
export function sayMistake(error: unknown): string | undefined {
  if (!(error instanceof LinkspanError)) return undefined;
  const { title, advice } = explain(toFailure(error, { code: 'remote/failed', context: {} }), 'The page');
  return `${title}. ${advice}`;
}
