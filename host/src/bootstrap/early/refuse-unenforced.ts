import { LinkspanError } from '@linkspan/contract';
import type { Berth } from '../../loader/family-slot.ts';

/** Takes a berth's release from it, where it has one: nothing of it is loaded unchecked. */
export function refuseUnenforced(berth: Berth): void {
  if (berth.release === undefined) return;
  berth.refusal = new LinkspanError('loader/unenforced', { remote: berth.release.ref.remote });
  berth.release = undefined;
}
