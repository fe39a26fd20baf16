import type { Failure } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import type { ErrorText } from '../texts/error-texts.ts';
import { explain, type FailureStep } from '../texts/explain.ts';
import { formatInstant } from '../texts/instant.ts';

/**
 * The texts of a failure, with networks called what the page calls them, and times as people read them. `step` is what
 * is offered beside them, `unaffected` what `sayUnaffected` says.
 */
export function explainIn(
  family: FamilyConfig,
  failed: Failure,
  step: FailureStep = 'again',
  unaffected = '',
): ErrorText {
  const context = { ...failed.context };
  for (const name of ['expiresAt', 'now']) if (context[name]) context[name] = formatInstant(context[name]);
  const title = family.networks.find(({ id }) => id === context.network)?.title;
  if (title !== undefined) context.network = title;
  return explain({ ...failed, context }, family.title, step, unaffected);
}
