import type { Store } from '@linkspan/store';
import type { Berth } from './family-slot.ts';

/** Says which share of the visitors the release of a berth has by now, in whole percent. */
export function publishShare(store: Store, berth: Berth, share: number): void {
  const { release, family } = berth;
  if (release === undefined) return;
  const ref = { ...release.ref, share };
  berth.release = { ...release, share, ref };
  const state = store.view.family(family.id).remote.get();
  if ('release' in state) store.publishRemote(family.id, { ...state, release: ref });
}
