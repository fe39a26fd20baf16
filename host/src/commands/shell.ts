import type {
  AccountId,
  FamilyId,
  Intent,
  NetworkId,
  Quote,
  Readable,
  Sent,
  Settled,
  Signed,
  View,
} from '@linkspan/contract';
import type { PageConfig } from '../config.ts';
import type { Request } from '../session/request.ts';

/** What has been signed on this page since it was loaded, and what was sent by it and by those before it. */
export type Activity = {
  readonly id: string;
  readonly family: FamilyId;
  /** Milliseconds since 1970. */
  readonly at: number;
} & (
  | {
      readonly kind: 'signed';
      readonly intent: Intent & { kind: 'message' | 'sign-in' };
      readonly signed: Signed;
    }
  | {
      readonly kind: 'sent';
      readonly intent: Intent & { kind: 'send' };
      /** Missing if the wallet had not answered, and nothing was found. */
      readonly transaction?: string;
      readonly outcome: Settled;
      /** Asked for by an earlier page, or by another tab. */
      readonly isEarlier: boolean;
      /** Its chain has not been asked yet. */
      readonly isLookedFor: boolean;
      readonly isDismissed: boolean;
    }
);

/** What the views may do. A command's failure is also in the store, so a view need not catch it to show it. */
export interface Commands {
  connect(family: FamilyId, walletId: string): void;
  /**
   * Ends what the wallet is being asked for, else the attempt to connect: the card is free again. A signature that
   * comes later is dropped; a send that the wallet still carries out is kept as one that happened.
   */
  cancel(family: FamilyId): void;
  /** Lets the wallet that an attempt is at open its window: to be called within a person's press. */
  openWallet(family: FamilyId): void;
  /** Takes away the last failure of attempt and request. */
  dismiss(family: FamilyId): void;
  disconnect(family: FamilyId): Promise<void>;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
  switchAccount(family: FamilyId, account: AccountId): Promise<void>;
  /** Has the connected wallet ask the person for the accounts that this page may use; what comes of it is the attempt. */
  chooseAccount(family: FamilyId): void;
  signMessage(family: FamilyId, message: string): Promise<Signed>;
  signIn(family: FamilyId): Promise<Signed>;
  /**
   * Asks the network what a send would cost; nobody is asked. Rejects as the connector does, and with
   * `remote/malformed`: what a form shows while it is filled in is no failure of its card.
   */
  quote(family: FamilyId, to: string, amount: string, from: AccountId): Promise<Quote>;
  /**
   * `amount` in the smallest unit, as decimal digits. `from` is the account that the person saw: rejects with
   * `wallet/account-changed` if it is not the one in use.
   */
  send(family: FamilyId, to: string, amount: string, from?: AccountId): Promise<Sent>;
  /** The person knows how a send of an earlier page has ended. */
  dismissSend(id: string): void;
  /** Tries a failed remote again; where only a fresh page can help, its failure says so afterwards. */
  retry(family: FamilyId): Promise<void>;
  reload(): void;
  /** Takes a family's connector out of the page, mounts it again, and brings back what was connected. */
  restart(family: FamilyId): Promise<void>;
  /** Forgets what this browser holds against a family's releases, and reloads: the newest runs again. */
  runNewest(family: FamilyId): void;
  /** Asks for the balance once more; why there is none is in the store. */
  refreshBalance(family: FamilyId): Promise<void>;
  /** Disconnects all wallets, clears all that the page keeps in this browser, and loads it again: all its tabs. */
  forget(): Promise<void>;
  /** Opens the wallet dialog, with the family's group in view. */
  choose(family: FamilyId): void;
}

/** What is true of the page as a whole, for its views. */
export interface PageState {
  /** Whether the device is certain to have no network. */
  readonly isOffline: Readable<boolean>;
  /** Whether what is connected is lost at a reload, since this browser keeps nothing. */
  readonly isForgetful: Readable<boolean>;
}

/** All that the views are made of: what is, what was asked, what can be done. */
export interface Shell {
  readonly config: PageConfig;
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  readonly activity: Readable<readonly Activity[]>;
  readonly page: PageState;
  /** Address of the host module: its hash names the build. */
  readonly hostModule: string;
  readonly commands: Commands;
}
