import type { Code } from '@linkspan/contract';
import type { HostPage } from './host-page.ts';
import type { Victim, VictimOptions } from './victim.ts';

/** What somebody does who has taken a store over, or what a tool does to the page in front of it, and how it must end. */
export interface Attack extends VictimOptions {
  /** Small letters and hyphens; no two have the same. */
  readonly id: string;
  /** What the attacker does. */
  readonly name: string;
  /**
   * What the page knows beside the root: `deployed`, the live document at the time of its deploy; `visited`, what an
   * earlier visit has kept; `blocklist`, the host team's list at the time of its deploy, which blocks the former release.
   */
  readonly knows?: 'deployed' | 'visited' | 'blocklist';
  /** Writes over the store, and changes what the page's server sends. */
  strike(victim: Victim, page: HostPage): Promise<void>;
  readonly ends: Ending;
}

/** How an attack ends. In each of these nothing of the attacker has run. */
export type Ending =
  /**
   * The card of the family names the code: as soon as the page is open, or when a person connects. `orEnds`: where a
   * browser cannot even do that, or what stands in its way came first, it ends so.
   */
  | {
      readonly by: 'card';
      readonly code: Code;
      readonly when: 'opened' | 'connected';
      readonly orEnds?: Extract<Ending, { by: 'page' }>;
    }
  /** No remote is loaded, and each card names the code. In all other endings the other families list wallets. */
  | { readonly by: 'page'; readonly code: Code }
  /** The release that was good before still serves. */
  | { readonly by: 'copy' }
  /** The browser does not run a script of the remote under this address. */
  | { readonly by: 'browser'; readonly isPreloaded?: true; address(victim: Victim): string }
  /** The page takes no style from this address, for a link element of any script. */
  | { readonly by: 'link'; address(victim: Victim, page: HostPage): string }
  /** No markup of any kind runs a script in the page, and no text does. */
  | { readonly by: 'markup' };

/** The usual ending: nothing of the remote is loaded, and its card says why. */
export function refused(code: Code): Ending {
  return { by: 'card', code, when: 'opened' };
}
