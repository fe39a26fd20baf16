import type { FamilyId } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import type { FamilySlot } from '../loader/slot.ts';
import type { Attempts } from './attempts.ts';
import type { Keeping, Memory, Remembered } from './remembered.ts';
import type { Wanted } from './restore.ts';

/** The wallet sessions of the page: its state, and how a connection starts, is restored and is remembered. */
export interface Sessions {
  readonly store: Store;
  readonly slots: ReadonlyMap<FamilyId, FamilySlot>;
  readonly attempts: Attempts;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  /** Restores a remembered connection, if there is one; settles when it is connected or given up. */
  restoreRemembered(family: FamilyId, adopting?: () => void): Promise<void>;
  /**
   * Takes over what another tab has connected, without a prompt. Rejects with `wallet/revoked` if the wallet grants
   * nothing here, or as discovery and connector do; what was connected before stays connected then.
   */
  restore(family: FamilyId, remembered: Remembered, wanted: Wanted): Promise<void>;
  /** Where the page remembers what is connected. */
  readonly memory: Memory;
  keeping(family: FamilyId): Keeping;
  /** Fetches once more a live document that could not be fetched; the remote's state in the store says how it ended. */
  retryDocument(family: FamilyId): Promise<void>;
  /** Starts a discovery once more that could not be fetched. Returns whether it lists wallets; the store says why not. */
  retryDiscovery(family: FamilyId): Promise<boolean>;
}
