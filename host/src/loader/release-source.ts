import type { FamilyConfig } from '../config.ts';
import type { Release } from '../releases/release.ts';
import type { Releases } from '../releases/releases.ts';
import type { FamilySlot } from './slot.ts';

/** How a page comes to its releases: by signatures, or in development by a server's word. */
export interface ReleaseSource {
  /** What this browser believes of a family's remote; undefined in development only. */
  open(family: FamilyConfig): Releases | undefined;
  /** The release that serves this page. Rejects with `release/…`. */
  load(slot: FamilySlot): Promise<Release>;
}
