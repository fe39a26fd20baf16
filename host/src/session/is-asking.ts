import { type FamilyId, isRunning } from '@linkspan/contract';
import type { TabNeeds } from './follow-tabs.ts';

/** Whether a person is asked something by a family's wallet in this tab, or is about to be. */
export function isAsking({ view, request }: Pick<TabNeeds, 'view' | 'request'>, family: FamilyId): boolean {
  const { state } = request(family).get();
  return isRunning(view.family(family).attempt.get()) || (state !== 'none' && state !== 'failed');
}
