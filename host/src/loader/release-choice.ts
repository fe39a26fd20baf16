import type { ReleaseSource } from './release-source.ts';
import type { FamilySlot } from './slot.ts';

/**
 * Chooses the releases of all slots, side by side. Never rejects: if there is none, the slot holds why. The early script
 * publishes it.
 */
export async function chooseReleases(
  slots: readonly FamilySlot[],
  source: Pick<ReleaseSource, 'load'>,
): Promise<void> {
  await Promise.all(
    slots.map(async (slot) => {
      try {
        slot.release = await source.load(slot);
      } catch (error) {
        slot.refusal = error;
      }
    }),
  );
}
