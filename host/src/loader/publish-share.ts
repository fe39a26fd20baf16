import type { Store } from '@linkspan/store';
import type { FamilySlot } from './family-slot.ts';

/** Says which share of the visitors the release of a slot has by now, in whole percent. */
export function publishShare(store: Store, slot: FamilySlot, share: number): void {
  const { release, family } = slot;
  if (release === undefined) return;
  const ref = { ...release.ref, share };
  slot.release = { ...release, share, ref };
  const state = store.view.family(family.id).remote.get();
  if ('release' in state) store.publishRemote(family.id, { ...state, release: ref });
}
