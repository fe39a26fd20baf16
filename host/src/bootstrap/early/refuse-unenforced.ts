import { LinkspanError } from '@linkspan/contract';
import type { FamilySlot } from '../../loader/family-slot.ts';

/** Takes a slot's release from it, where it has one: nothing of it is loaded unchecked. */
export function refuseUnenforced(slot: FamilySlot): void {
  if (slot.release === undefined) return;
  slot.refusal = new LinkspanError('loader/unenforced', { remote: slot.release.ref.remote });
  slot.release = undefined;
}
