import { LinkspanError, toFailure } from '@linkspan/contract';
import { explain } from '../ui/texts/explain.ts';

/** Why a deploy was refused, in sentences for people; undefined for a fault of the deploy itself. */
export function sayMistake(error: unknown): string | undefined {
  if (!(error instanceof LinkspanError)) return undefined;
  const failure = toFailure(error, { code: 'remote/failed', context: {} });
  const { place, expected } = failure.context;
  // A file of an application is no field of the configuration.
  if (failure.code === 'config/malformed' && place?.startsWith('app/'))
    return `The application was not deployed. ${place.slice('app/'.length)}: it should be ${expected}.`;
  const { title, advice } = explain(failure, 'The page');
  return `${title}. ${advice}`;
}
