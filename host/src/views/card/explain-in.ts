import { type ErrorText, explain, type Failure } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { formatInstant } from '../../texts/instant.ts';

/** The texts of a failure, with networks called what the page calls them, and times as people read them. */
export function explainIn(family: FamilyConfig, failed: Failure): ErrorText {
  const context = { ...failed.context };
  for (const name of ['expiresAt', 'now']) if (context[name]) context[name] = formatInstant(context[name]);
  const title = family.networks.find(({ id }) => id === context.network)?.title;
  if (title !== undefined) context.network = title;
  return explain({ ...failed, context }, family.title);
}
