import { connectorMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { FamilySlot } from './family-slot.ts';
import { beginFiles, type Coming } from './fetch-files.ts';

/**
 * Fetches the files of a slot's connector, once for all who want them: what is on its way, or has come, is joined, and
 * after a failure they are asked for again. Whoever joins has the whole deadline before it.
 */
export function fetchConnector(slot: FamilySlot, release: Release): Coming<void> {
  const { coming } = slot;
  coming?.renew();
  return coming ?? beginConnector(slot, release);
}

/** Fetches them before anybody waits for them, unless they are on their way. */
export function preloadConnector(slot: FamilySlot | undefined): void {
  if (slot?.release && !slot.coming) beginConnector(slot, slot.release);
}

function beginConnector(slot: FamilySlot, release: Release): Coming<void> {
  const { preload: paths } = release.manifest;
  const { all, renew } = beginFiles(release, { stage: 'connector', paths, deadlineMs: connectorMs });
  // Without their bytes, which the browser keeps.
  const coming = { all: all.then(() => undefined), renew };
  slot.coming = coming;
  coming.all.catch(() => {
    delete slot.coming;
  });
  return coming;
}
