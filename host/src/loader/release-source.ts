import type { FamilyConfig } from '../config.ts';
import type { Releases } from '../releases/releases.ts';
import type { Berth } from './berth.ts';
import type { Release } from './release.ts';

/** How a page comes to its releases: by signatures, or in development by a server's word. */
export interface ReleaseSource {
  /** Whether every file has a hash, so that the page's one import map can be in force. */
  readonly hashed: boolean;
  /** What this browser believes of a family's remote; undefined in development only. */
  open(family: FamilyConfig): Releases | undefined;
  /** The release that serves this page. Rejects with `release/…`. */
  load(berth: Berth): Promise<Release>;
}
