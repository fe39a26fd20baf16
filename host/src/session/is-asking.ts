import { type FamilyId, isRunning, type Readable, type View } from '@linkspan/contract';
import type { Request } from './request.ts';

interface Asked {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
}

/** Whether a person is asked something by a family's wallet in this tab, or is about to be. */
export function isAsking({ view, request }: Asked, family: FamilyId): boolean {
  const { state } = request(family).get();
  return isRunning(view.family(family).attempt.get()) || (state !== 'none' && state !== 'failed');
}
