import type { Code } from '@linkspan/contract';
import type { Root } from '@linkspan/trust';
import type { Changes } from '@linkspan/trust/testing';
import type { Victim } from './victim.ts';

/** What somebody who has taken a store over does, and how it must end: a row of the table of what is stopped. */
export interface Attack {
  /** What the attacker does, as the row says it. */
  readonly name: string;
  /** What the team's root has beside the usual. */
  root?(victim: Victim): Promise<Changes<Root>>;
  /**
   * What the page knows beside the root: `deployed`, the live document at the time of its deploy; `visited`, what an
   * earlier visit has kept; `blocklist`, the host team's
   * list, which blocks the former release and which an earlier visit has kept.
   */
  readonly knows?: 'deployed' | 'visited' | 'blocklist';
  /** Writes over the store. */
  strike(victim: Victim): Promise<void>;
  readonly ends: Ending;
}

/** How an attack ends. In each of these nothing of the attacker has run, and the other families list wallets. */
export type Ending =
  /** The card of the family names the code: as soon as the page is open, or when a person connects. */
  | { readonly by: 'card'; readonly code: Code; readonly when: 'opened' | 'connected' }
  /** The release that was good before still serves. */
  | { readonly by: 'copy' }
  /** The browser does not run a script of the remote under this address. */
  | { readonly by: 'browser'; readonly isPreloaded?: true; address(victim: Victim): string };

/** The usual ending: nothing of the remote is loaded, and its card says why. */
export function refused(code: Code): Ending {
  return { by: 'card', code, when: 'opened' };
}
