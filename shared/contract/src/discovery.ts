import type { AttemptId, Progress } from './attempt.ts';
import type { Accounts, WalletRef } from './connection.ts';
import type { FamilyId, NetworkId } from './ids.ts';
import type { Network } from './network.ts';

/** What the host gives to both modules of a remote. */
export interface RemotePort<Namespace extends string = string> {
  readonly family: FamilyId;
  readonly networks: readonly [Network<Namespace>, ...Network<Namespace>[]];
  /** The remote's own part of the configuration, as its manifest accepts it. */
  readonly options: unknown;
  /** Outlives the page. */
  readonly storage: ScopedStorage;
  /**
   * Imports code of the release on demand, by `load`. The files that modules of these names were built into
   * (`NAME-HASH.js`) are fetched first, up to their sizes: a browser reads a file without end before it compares its
   * hash, and may remember an import that failed for as long as the page lives. The build adds the names of all files
   * that are loaded with them. Rejects with `loader/…`.
   */
  importCode<Module>(names: readonly string[], load: () => Promise<Module>): Promise<Module>;
  /**
   * Shows what a second device opens for what its wallet is asked now; undefined takes it away. It replaces what was shown
   * before, and goes when the attempt or the request ends. Throws `remote/malformed`, and changes nothing.
   */
  showPairing(pairing?: Pairing): void;
  /** Aborted when the page no longer needs the module: a connector then ends as by `unmount`. */
  readonly signal: AbortSignal;
}

/** How a wallet on a second device, or in an app on this one, gets what it is asked. It may hold a secret. */
export interface Pairing {
  /** The wallet's name. */
  readonly wallet: string;
  /** The text of the QR code, which can be copied too: at most 2,000 characters. */
  readonly uri: string;
  /** Apps on this device, at most 20: each an `https:` address, or one with the app's own scheme. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** What the host gives a discovery. */
export interface DiscoveryPort<Namespace extends string = string> extends RemotePort<Namespace> {
  /** The id of the wallet that the family used last on this page: a flood of others must not leave it out. */
  readonly lastUsed?: string | undefined;
  /** Replaces the list. Throws `remote/malformed`, and changes nothing. */
  publish(wallets: readonly WalletListing[]): void;
  /** A wallet shows accounts now: one that the page waits for is read again without a prompt. */
  unlocked(walletId: string): void;
}

export interface RestoreOptions<Namespace extends string = string> {
  readonly id: AttemptId;
  /** The network that the page wants, if that is the page's choice. */
  readonly network: NetworkId<Namespace>;
  /** Aborted by the person's cancel, which may also come while what was approved is being adopted. */
  readonly signal: AbortSignal;
  /** How long to wait for the wallet's announcement and its silent answer, together. */
  readonly deadlineMs: number;
}

export interface AttemptOptions<Namespace extends string = string> extends RestoreOptions<Namespace> {
  /** How long software may take before the progress becomes `waiting`; a prompt is never cut off. */
  readonly deadlineMs: number;
  onProgress(progress: Progress): void;
  /**
   * The wallet is connected, and the person wants to choose its accounts: it is asked also if it grants some already,
   * where its protocol can ask for that.
   */
  readonly isChoice?: true;
  /**
   * Whether a late approval may be undone: no newer attempt or connection of that wallet needs it. To be called once the
   * approval has come: the page then takes it over if the person has asked for the wallet again.
   */
  mayUndo(): boolean;
  /** Resolves in the person's next press, which the progress `press` asks for: a browser opens no window without one. */
  pressed(): Promise<void>;
}

/** A wallet that has agreed, as its discovery hands it to the connector of the same release. */
export interface Approved<Namespace extends string = string> {
  readonly attempt: AttemptId;
  readonly wallet: WalletRef;
  readonly accounts: Accounts<Namespace>;
  /** The wallet's own object, in a form that discovery and connector of one release agree on. */
  readonly provider: unknown;
}

/** A family's list of wallets, and the only place that makes a wallet prompt for a connection. */
export interface Discovery<Namespace extends string = string> {
  /** The person is about to choose this wallet: loads what a press needs at once, such as a window to be opened. */
  prepare?(walletId: string): void;
  /**
   * Asks the wallet for its accounts. Rejects with `wallet/rejected`, `wallet/closed`, `wallet/pending`,
   * `wallet/locked`, `wallet/unauthorized`, `wallet/disconnected`, `wallet/cancelled`, `wallet/absent`, `wallet/gone`, `wallet/no-accounts`, `wallet/malformed` or
   * `wallet/failed`. A late answer to a cancelled attempt is dropped, and undone where the wallet can and `mayUndo`
   * agrees; so is an approval that is cancelled while it is being adopted.
   */
  attempt(walletId: string, options: AttemptOptions<Namespace>): Promise<Approved<Namespace>>;
  /**
   * Reads without a prompt what the wallet still grants; undefined if it says that it grants nothing any more.
   * Rejects with `wallet/absent` or `wallet/timeout` past the deadline, with `wallet/locked` or
   * `wallet/locked-or-ended` if it shows no account for now, with `wallet/refuses` if it refuses to be read.
   */
  restore(walletId: string, options: RestoreOptions<Namespace>): Promise<Approved<Namespace> | undefined>;
}

/** The one export of a discovery module: `export const discover: Discover<'eip155'> = …`. */
export type Discover<Namespace extends string = string> = (
  port: DiscoveryPort<Namespace>,
) => Discovery<Namespace>;

/** A wallet in the list, and how a person gets to it. */
export type WalletListing = WalletRef & {
  /** What the wallet says it is across families (a reverse domain name); joins rows of one wallet. */
  readonly identity?: string;
  /** Made for practice: test keys, local chains. */
  readonly practice?: true;
} & (
    | { readonly reach: 'installed' }
    /** The wallet opens a window of its own, which a browser permits only during the press. */
    | { readonly reach: 'window' }
    /** A second device scans or opens a link. */
    | { readonly reach: 'pairing' }
    /**
     * Known, but not here: `installUrl` is where a person gets it. `openUrl` opens this page in the browser of its app:
     * an `https:` address, which a page uses on phones.
     */
    | { readonly reach: 'absent'; readonly installUrl: string; readonly openUrl?: string }
  );

/** Storage that only one family of one page sees. Values are texts; nothing secret belongs here. */
export interface ScopedStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}
