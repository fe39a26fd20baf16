import type { FamilyId } from '@linkspan/contract';
import type { PacedView } from '@linkspan/store';
import { floodWindowMs } from '../limits.ts';
import type { Reporting } from './report.ts';

/** More changes than this, within a second, that no frame could show are a flood. */
const most = 100;

/** Tells of a remote that floods the store, at most once a second, with how many changes were not shown. */
export function reportFloods(families: readonly FamilyId[], paced: PacedView, tell: Reporting): () => void {
  const ends = families.map((family) => tellFlood(family, paced, tell));
  return () => {
    for (const end of ends) end();
  };
}

function tellFlood(family: FamilyId, paced: PacedView, { emit, now }: Reporting): () => void {
  let [since, before] = [now(), 0];
  let toldAt = Number.NEGATIVE_INFINITY;
  return paced.listen(family, () => {
    const at = now();
    const { excess } = paced.counts(family);
    const isFlood = excess - before > most;
    if (isFlood && at - toldAt < floodWindowMs) return;
    if (isFlood) {
      emit({ kind: 'fault', family, code: 'remote/flood', count: excess - before });
      toldAt = at;
    }
    if (isFlood || at - since >= floodWindowMs) [since, before] = [at, excess];
  });
}
