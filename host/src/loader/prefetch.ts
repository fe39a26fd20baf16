import type { FamilyId } from '@linkspan/contract';
import { beginConnector } from './connector-files.ts';
import type { FamilySlot } from './family-slot.ts';

/**
 * Returns what fetches a connector's files into the browser's cache, as soon as somebody seems to want it. Nothing of them
 * is run; what has come, or is on its way, is not asked for again.
 */
export function createPrefetch(
  slotOf: (family: FamilyId) => FamilySlot | undefined,
): (family: FamilyId) => void {
  return (family) => {
    const slot = slotOf(family);
    if (slot?.release && !slot.coming) beginConnector(slot, slot.release);
  };
}
