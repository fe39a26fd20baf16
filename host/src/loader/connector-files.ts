import { connectorMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import type { Berth } from './family-slot.ts';
import { beginFiles, type Coming } from './fetch-files.ts';

/**
 * Fetches the files of a berth's connector, once for all who want them: what is on its way, or has come, is joined, and
 * after a failure they are asked for anew. Whoever joins has the whole deadline before it.
 */
export function fetchConnector(berth: Berth, release: Release): Coming<void> {
  const { coming } = berth;
  coming?.renew();
  return coming ?? beginConnector(berth, release);
}

/** Begins that fetch, which nobody need wait for. */
export function beginConnector(berth: Berth, release: Release): Coming<void> {
  const { preload: paths } = release.manifest;
  const { all, renew } = beginFiles(release, { stage: 'connector', paths, deadlineMs: connectorMs });
  // Without their bytes, which the browser keeps.
  const coming = { all: all.then(() => undefined), renew };
  berth.coming = coming;
  coming.all.catch(() => {
    delete berth.coming;
  });
  return coming;
}
