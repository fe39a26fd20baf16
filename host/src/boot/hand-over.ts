import type { Approved, FamilyId, Lease } from '@linkspan/contract';
import type { PacedView, Store } from '@linkspan/store';
import type { PageConfig } from '../config.ts';
import type { Attempts } from '../connect/attempts.ts';
import type { Wanted } from '../connect/come-back.ts';
import type { Memory } from '../connect/open-memory.ts';
import type { Keeping, Remembered } from '../connect/remembered.ts';
import type { EventStream } from '../events/stream.ts';
import type { Berth } from '../loader/berth.ts';
import type { FileMakers } from '../loader/file-makers.ts';
import type { ReleaseSource } from '../loader/release-source.ts';
import type { PageData } from '../page/page-data.ts';

/** What the inline script has made by the time the lobby comes, and hands over to it alone. */
export interface Arrival {
  /** What the page says of itself and of the host. */
  readonly page: Pick<PageData, 'config' | 'offered' | 'hostModule'>;
  readonly source: ReleaseSource;
  /** By family. */
  readonly berths: ReadonlyMap<FamilyId, Berth>;
  /**
   * Settles once each berth has its release, or why it has none, and policy and import map are in the page: no module may
   * be loaded before. Answers whether this browser goes by them; where it does not, nothing of a remote may be loaded at all.
   * Rejects where the page cannot go on.
   */
  readonly chosen: Promise<boolean>;
  /** Imports a module by its address, as it stands: a development server would rewrite it in a module of its own. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

/** The lobby. */
export type EnterLobby = (arrival: Arrival) => void;

/** What the lobby has made by the time the host module starts, and hands over to it alone. */
export interface Boot {
  readonly config: PageConfig;
  /** Versions of the libraries that the page lends to remotes, by package name. */
  readonly offered: PageData['offered'];
  readonly store: Store;
  /** The store as views listen to it. */
  readonly paced: PacedView;
  readonly berths: ReadonlyMap<FamilyId, Berth>;
  readonly attempts: Attempts;
  /** What happens in the page, to be told. */
  readonly stream: EventStream;
  /** What remotes' files are made with, taken before any remote ran. */
  readonly makers: FileMakers;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  /** Brings a remembered wallet back, where one is; settles when it is connected or given up. */
  comeBack(family: FamilyId, adopting?: () => void): Promise<void>;
  /**
   * Takes over what another tab has connected, without a prompt. Rejects with `wallet/revoked` where the wallet grants
   * nothing here, or as discovery and connector do; what was connected before stands then.
   */
  restore(family: FamilyId, remembered: Remembered, wanted: Wanted): Promise<void>;
  /** Where the page remembers what is connected. */
  readonly memory: Memory;
  keeping(family: FamilyId): Keeping;
  /** Asks once more for a live document that did not come; the answer is the remote's state in the store. */
  retryDocument(family: FamilyId): Promise<void>;
  /** Starts a discovery once more that could not be fetched. Answers whether it lists wallets; the store says why not. */
  retryDiscovery(family: FamilyId): Promise<boolean>;
}

/** What the lobby needs of the host module, once it has started. */
export interface Host {
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  prepare(family: FamilyId): void;
}

/** The one export of the host module. `show` brings the views, and settles when they have come. */
export type StartHost = (boot: Boot) => { readonly host: Host; show(): Promise<void> };
