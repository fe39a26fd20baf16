import type { AttemptId, Progress } from './attempt.ts';
import type { Code } from './codes.ts';
import type { Accounts, WalletRef } from './connection.ts';
import type { FamilyId, NetworkId } from './ids.ts';
import type { Network } from './network.ts';

/** The host's side of both modules of a remote. */
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
   * Shows a pairing for a second device until the attempt or the request ends; it replaces the previous one, and
   * undefined removes it. Throws `remote/malformed`, and changes nothing.
   */
  showPairing(pairing?: Pairing): void;
  /** Aborted when the page no longer needs the module: a connector then ends as by `unmount`. */
  readonly signal: AbortSignal;
}

/** The path of a request to a wallet on a second device, or in an app on this one. It may contain a secret. */
export interface Pairing {
  /** The wallet's name. */
  readonly wallet: string;
  /** The text of the QR code, which can be copied too: at most 2,000 characters. */
  readonly uri: string;
  /** Apps on this device, at most 20: each an `https:` address, or one with the app's own scheme. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** When the wallet stops accepting the code, in ISO 8601, if that is known. */
  readonly expiresAt?: string;
}

/** The host's side of a discovery. */
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
  /** Aborted by the person's cancel, also during the adoption. */
  readonly signal: AbortSignal;
  /** How long to wait for the wallet's announcement and its silent answer, together. */
  readonly deadlineMs: number;
}

export interface AttemptOptions<Namespace extends string = string> extends RestoreOptions<Namespace> {
  /** How long software may take before the progress becomes `waiting`; a prompt has no deadline. */
  readonly deadlineMs: number;
  onProgress(progress: Progress): void;
  /**
   * The person wants to choose the wallet's accounts, or has disconnected it: it prompts also if it grants some already,
   * if its protocol can.
   */
  readonly isChoice?: true;
  /**
   * Whether a late approval may be undone: no newer attempt or connection of that wallet needs it. To be called once
   * the approval has come: the page then adopts it if the person has pressed the wallet again.
   */
  mayUndo(): boolean;
  /**
   * Resolves in the person's next press, which the progress `press` asks for: a browser opens no window without one.
   */
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

/** The codes that `Discovery.attempt` rejects with. */
export type AttemptCode = Extract<
  Code,
  | `wallet/${'rejected' | 'closed' | 'window-blocked' | 'cancelled' | 'pending' | 'locked' | 'unauthorized'}`
  | `wallet/${'disconnected' | 'absent' | 'gone' | 'no-accounts' | 'malformed' | 'failed'}`
>;

/**
 * The codes that `Discovery.restore` rejects with: `wallet/absent` or `wallet/timeout` past the deadline,
 * `wallet/locked` or `wallet/locked-or-ended` if the wallet shows no account for now, `wallet/refuses` if it refuses to
 * be read.
 */
export type RestoreCode = Extract<
  Code,
  `wallet/${'absent' | 'timeout' | 'locked' | 'locked-or-ended' | 'refuses'}`
>;

/** A family's list of wallets, and the only place that makes a wallet prompt for a connection. */
export interface Discovery<Namespace extends string = string> {
  /** The person is about to choose this wallet: loads code that a press needs at once, such as that of a window. */
  prepare?(walletId: string): void;
  /**
   * Asks the wallet for its accounts. Rejects with an `AttemptCode`. A late approval of a cancelled attempt is undone
   * if the wallet can and `mayUndo` agrees; so is one that is cancelled during its adoption.
   */
  attempt(walletId: string, options: AttemptOptions<Namespace>): Promise<Approved<Namespace>>;
  /**
   * Reads the granted accounts without a prompt; undefined if the wallet says that it grants none any more. If they are
   * those of the last visit, the page shows the wallet as connected before the connector adopts it. Rejects with a
   * `RestoreCode`.
   */
  restore(walletId: string, options: RestoreOptions<Namespace>): Promise<Approved<Namespace> | undefined>;
}

/** The one export of a discovery module: `export const discover: Discover<'eip155'> = …`. */
export type Discover<Namespace extends string = string> = (
  port: DiscoveryPort<Namespace>,
) => Discovery<Namespace>;

/** A wallet in the list, and how a person gets to it. */
export type WalletListing = WalletRef & {
  /** The claimed identity across families (a reverse domain name); joins rows of one wallet. */
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
     * Known, but not installed. On phones, `openUrl`, an `https:` address, opens this page in the browser of its app.
     */
    | { readonly reach: 'absent'; readonly installUrl: string; readonly openUrl?: string }
  );

/** Storage that only one family of one page sees. Values are texts; nothing secret belongs here. */
export interface ScopedStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}
