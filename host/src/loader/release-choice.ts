import type { Berth } from './family-slot.ts';
import type { ReleaseSource } from './release-source.ts';

/**
 * Chooses the releases of all berths, side by side. Never rejects: where there is none, the berth holds why. The lobby
 * publishes it.
 */
export async function chooseReleases(
  berths: readonly Berth[],
  source: Pick<ReleaseSource, 'load'>,
): Promise<void> {
  await Promise.all(
    berths.map(async (berth) => {
      try {
        berth.release = await source.load(berth);
      } catch (error) {
        berth.refusal = error;
      }
    }),
  );
}
