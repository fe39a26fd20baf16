import type { FamilyId, Readable, View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import type { Memory } from '../open-memory.ts';

/**
 * Whether this browser keeps nothing of a connection that stands (its storage is blocked or full): it is lost at a
 * reload. False as long as there is nothing to lose.
 */
export function watchForgetful(view: View, memory: Pick<Memory, 'isKept'>): Readable<boolean> {
  const $isForgetful = atom(false);
  const isLost = (family: FamilyId) =>
    view.family(family).connection.get().status === 'connected' && !memory.isKept(family);
  for (const family of view.families)
    view.family(family).connection.listen(() => $isForgetful.set(view.families.some(isLost)));
  return toReadable($isForgetful);
}
