import type { LinkOptions } from '../link/open-link.ts';

/** How a run was measured. */
export interface Conditions {
  readonly rounds: number;
  /** The modelled link: all that a visit loads goes through the one. */
  readonly link: LinkOptions;
  /** How many times slower than the machine's the visitor's processor is. */
  readonly processorSlowdown: number;
  /** Its name and version. */
  readonly browser: string;
  /** For people: its processor and how many cores it has. */
  readonly machine: string;
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly commit: string;
}
