import type { FamilyId } from '@linkspan/contract';
import { beginConnector } from './connector-files.ts';
import type { Berth } from './family-slot.ts';

/**
 * Answers what fetches a connector's files into the browser's cache, as soon as somebody seems to want it. Nothing of them
 * is run; what has come, or is on its way, is not asked for again.
 */
export function createWarm(berthOf: (family: FamilyId) => Berth | undefined): (family: FamilyId) => void {
  return (family) => {
    const berth = berthOf(family);
    if (berth?.release && !berth.coming) beginConnector(berth, berth.release);
  };
}
