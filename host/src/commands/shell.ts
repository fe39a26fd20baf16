import type {
  AccountId,
  Answer,
  FamilyId,
  NetworkId,
  PersonReading,
  Readable,
  RequestInput,
  View,
} from '@linkspan/contract';
import type { PageConfig } from '../config.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Request } from '../session/request.ts';

/** The commands of the views. A command's failure is also in the store, so a view need not catch it to show it. */
export interface Commands {
  connect(family: FamilyId, walletId: string): void;
  /**
   * Ends the request to the wallet, or else the attempt to connect: the card is free again. A late signature is
   * dropped; a send that the wallet still carries out is recorded as sent.
   */
  cancel(family: FamilyId): void;
  /** Lets the wallet that an attempt is at open its window: to be called within a person's press. */
  openWallet(family: FamilyId): void;
  /** Takes away the last failure of attempt and request. */
  dismiss(family: FamilyId): void;
  disconnect(family: FamilyId): Promise<void>;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
  switchAccount(family: FamilyId, account: AccountId): Promise<void>;
  /**
   * Has the connected wallet ask the person for the accounts that this page may use; the attempt shows its progress.
   */
  chooseAccount(family: FamilyId): void;
  /**
   * Asks the wallet for what the page wants. Of a send, `account` is the one that the person saw: rejects with
   * `wallet/account-changed` if it is not the one in use. Rejects as `Handle.read` and its answer do.
   */
  request(family: FamilyId, input: RequestInput): Promise<Answer>;
  /**
   * Has the remote read a request, such as for the quote of a send; no prompt is shown. A failure while a form is filled in
   * is not a failure of its card. Rejects as `Handle.read` does.
   */
  read(family: FamilyId, input: RequestInput): Promise<PersonReading>;
  /** The person knows how a send of an earlier page has ended. */
  dismissSend(id: string): void;
  /** Tries a failed remote again; where only a fresh page can help, its failure says so afterwards. */
  retry(family: FamilyId): Promise<void>;
  reload(): void;
  /** Takes a family's connector out of the page, mounts it again, and restores the connection. */
  restart(family: FamilyId): Promise<void>;
  /** Removes the recorded failures of a family's releases, and reloads: the newest runs again. */
  runNewest(family: FamilyId): void;
  /** Asks for the balance once more; why there is none is in the store. */
  refreshBalance(family: FamilyId): Promise<void>;
  /** Disconnects all wallets, clears the page's data in this browser, and reloads all tabs. */
  forget(): Promise<void>;
  /** Opens the wallet dialog, with the family's group in view. */
  choose(family: FamilyId): void;
}

/** State of the page as a whole, for its views. */
export interface PageState {
  /** Whether the device is certain to have no network. */
  readonly isOffline: Readable<boolean>;
  /** Whether connections are lost at a reload, since this browser stores nothing. */
  readonly isStorageUnavailable: Readable<boolean>;
  /** When the page tries the next failed remote again by itself, in milliseconds since 1970; undefined if it does not. */
  readonly retryAt: Readable<number | undefined>;
  /** The accounts of a family's last connection, as this browser has stored them. */
  lastAccounts(family: FamilyId): readonly AccountId[];
}

/** The input of the views: state, requests and commands. */
export interface Shell {
  readonly config: PageConfig;
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  readonly activity: Readable<readonly Entry[]>;
  readonly page: PageState;
  /** Address of the host module: its hash names the build. */
  readonly hostModule: string;
  readonly commands: Commands;
}
