import { type ErrorText, explain, type Failure } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';

/** The texts of a failure, with networks called what the page calls them. */
export function explainIn(family: FamilyConfig, failed: Failure): ErrorText {
  const { network } = failed.context;
  const title = family.networks.find(({ id }) => id === network)?.title;
  if (title === undefined) return explain(failed, family.title);
  return explain({ ...failed, context: { ...failed.context, network: title } }, family.title);
}
