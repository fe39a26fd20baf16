import type { Approved, FamilyId, Lease } from '@linkspan/contract';
import type { PacedView } from '@linkspan/store';
import type { Sessions } from '../commands/commands.ts';
import type { PageConfig } from '../config.ts';
import type { EventStream } from '../events.ts';
import type { FamilySlot } from '../loader/slot.ts';
import type { ReleaseSource } from '../releases/source.ts';
import type { Keeping, Memory, Remembered } from '../session/remembered.ts';
import type { WalletDialog } from '../ui/dialog/wallet-dialog.ts';
import type { PageData } from './page-data.ts';

/** What the inline script has made by the time the early script comes, and hands over to it alone. */
export interface Arrival {
  /** What the page says of itself and of the host. */
  readonly page: Pick<PageData, 'config' | 'offered' | 'hostModule'>;
  readonly source: ReleaseSource;
  /** By family. */
  readonly slots: ReadonlyMap<FamilyId, FamilySlot>;
  /** Settles once each slot has its release, or why it has none: its files may be fetched, and none of them may run. */
  readonly released: Promise<unknown>;
  /**
   * Settles once each slot has its release, or why it has none, and policy and import map are in the page: no module may
   * be loaded before. Returns whether this browser enforces them; if it does not, nothing of a remote may be loaded.
   * Rejects if the page cannot go on.
   */
  readonly chosen: Promise<boolean>;
  /** Imports a module by its address, as it stands: a development server would rewrite it in a module of its own. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

/** The early script. */
export type EnterPage = (arrival: Arrival) => void;

/** What the early script has made by the time the host module starts, and hands over to it alone. */
export interface Handover extends Sessions {
  /**
   * Adopts what another tab has connected, without a prompt, and returns whether it did. Rejects with `wallet/revoked` if
   * the wallet grants nothing here, or as discovery and connector do; what was connected before stays connected then.
   */
  restore(family: FamilyId, remembered: Remembered, isWanted: () => boolean): Promise<boolean>;
  /** Has the wallet dialog show what is searched for. */
  readonly setSearch: WalletDialog['setSearch'];
  /** Where the page remembers what is connected. */
  readonly memory: Memory;
  keeping(family: FamilyId): Keeping;
  readonly config: PageConfig;
  /** Versions of the libraries that the page shares with remotes, by package name. */
  readonly offered: PageData['offered'];
  /** The store as views listen to it. */
  readonly paced: PacedView;
  /** What happens in the page, to be told. */
  readonly stream: EventStream;
}

/** The host module, once it has started. */
export interface Host {
  /** Mounts a family's connector, and has it adopt an approved wallet. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Mounts a family's connector while its wallet is asked. */
  prepare(family: FamilyId): void;
  /** Loads and shows the views; settles when they have come. */
  show(): Promise<void>;
}

/** The one export of the host module. */
export type StartHost = (handover: Handover) => Host;
