import type { ApplicationShell } from '@linkspan/app/page';
import type { Approved, FamilyId, Lease } from '@linkspan/contract';
import type { PacedView, Store } from '@linkspan/store';
import type { Deferred } from '../async.ts';
import type { GateDependencies } from '../commands/gate.ts';
import type { Commands } from '../commands/shell.ts';
import type { PageConfig } from '../config.ts';
import type { EventStream } from '../events.ts';
import type { DiscoveryDependencies } from '../loader/discovery.ts';
import type { ProvideCore } from '../loader/federation-globals.ts';
import type { ApplicationScripts, OwnScripts } from '../loader/import-map.ts';
import type { FamilySlots } from '../loader/slot.ts';
import type { PageTrust } from '../releases/page-trust.ts';
import type { CopiedRelease } from '../releases/release.ts';
import type { ReleaseSource } from '../releases/release-source.ts';
import type { Attempts } from '../session/attempts.ts';
import type { Memory, PersistedConnection } from '../session/remembered.ts';
import type { SilentReads } from '../session/restore.ts';
import type { AccountsSheet } from '../ui/application-elements.ts';
import type { WalletDialog } from '../ui/dialog/wallet-dialog.ts';

/** The JSON that a deploy writes into the page, for the inline script. */
export interface PageData {
  readonly config: PageConfig;
  /** Address of the early script, without which nothing comes. */
  readonly early: string;
  /** Address of the host module. */
  readonly hostModule: string;
  /** Versions of the libraries that the page shares with remotes, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** The host's own scripts; left out in development only. */
  readonly own?: OwnScripts;
  /** The keys whose signatures the page accepts, as JSON; left out in development only. */
  readonly trust?: PageTrust;
  /** The application that the shell is a part of. */
  readonly application?: ApplicationScripts;
  /** The releases that run if an application's page had no document when it closed its import map. */
  readonly copies?: readonly CopiedRelease[];
}

/** The page as the inline script opens it: its releases are on their way, and nothing of a remote has run. */
export interface OpenedPage {
  readonly data: Pick<PageData, 'config' | 'offered' | 'hostModule' | 'application'>;
  /** The shell's root: the document, or an element of an application. */
  readonly root: ParentNode;
  readonly source: ReleaseSource;
  readonly slots: FamilySlots;
  /** Settles once each slot has its release, or why it has none: its files may be fetched, and none of them may run. */
  readonly released: Promise<unknown>;
  /**
   * Settles once policy and import map of the releases are in the page: no module may be loaded before. Returns whether
   * this browser enforces them; if it does not, nothing of a remote may be loaded. Rejects if the page cannot go on.
   */
  readonly chosen: Promise<boolean>;
  /** Receives the shell for the application; undefined on a page without one. */
  readonly offer?: Deferred<ApplicationShell> | undefined;
  /** Settles once the application's modules have run, or have failed; undefined on a page without one. */
  readonly started?: Promise<void> | undefined;
  /** Answers once with each request that the page has made early. */
  readonly fetch: typeof fetch;
  /** Imports a module by its address, as it is: a development server would rewrite an import in a module of its own. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

/** The early script's only export. */
export type EnterPage = (opened: OpenedPage) => void;

/** The page with all of its state, as the early script makes it. */
export interface Page extends OpenedPage {
  readonly store: Store;
  /** The store as views listen to it: at most once a frame. */
  readonly paced: PacedView;
  /** The page's events. */
  readonly stream: EventStream;
  /** Where the page remembers connections. */
  readonly memory: Memory;
  readonly remembered: ReadonlyMap<FamilyId, PersistedConnection>;
  readonly attempts: Attempts;
  readonly reads: SilentReads;
  readonly provideCore: ProvideCore;
  /** Dependencies of the discoveries. */
  readonly discovery: DiscoveryDependencies;
  /** See `Sessions`. */
  retryDocument(family: FamilyId): Promise<void>;
  retryDiscovery(family: FamilyId): Promise<boolean>;
  readonly dialog: WalletDialog & { readonly element: HTMLDialogElement };
  /** On an application's page: resolved once somebody needs the host. */
  readonly wanted?: Deferred<void> | undefined;
  /** On an application's page: the cards, in a sheet of their own. */
  readonly accounts?: AccountsSheet | undefined;
  /** The host module, once it has started; rejected if it, or its views, did not come. */
  host: Deferred<Host>;
  /** Settles once the page has shown its views, or they can wait: connectors of connected wallets load after it. */
  readonly shown: Deferred<void>;
}

/** The host module, once it has started. */
export interface Host {
  /** Mounts a family's connector, and has it adopt an approved wallet. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Loads the page's own parts of a family's connector: a person is about to press one of its wallets. */
  preload(family: FamilyId): void;
  /** Mounts a family's connector while its wallet is asked. */
  prepare(family: FamilyId): void;
  /** Settles once a person moves on the page, or has more to see than the prerendered page shows. */
  readonly needed: Promise<void>;
  /** Loads and shows the views; settles when they have come. */
  show(): Promise<void>;
  readonly commands: Commands;
  /** For the gate of an application's page. */
  readonly gated: GateDependencies;
}

/** The one export of the host module. */
export type StartHost = (page: Page) => Host;
