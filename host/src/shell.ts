import type {
  AccountId,
  Failure,
  FamilyId,
  Intent,
  NetworkId,
  Readable,
  Sent,
  Signed,
  View,
} from '@linkspan/contract';
import type { PageConfig } from './config.ts';
import type { Interceptor } from './upkeep/interceptor.ts';

/** What a family's wallet is being asked for, beside connecting. One at a time per family. */
export type Request =
  | { readonly state: 'none' }
  /** The release is asked about first, since the last check is too old; the wallet knows nothing yet. */
  | { readonly state: 'checking'; readonly intent: Intent }
  /** The wallet shows its prompt; `intent` is what the page asked, to be compared with it. */
  | { readonly state: 'asking'; readonly intent: Intent }
  | { readonly state: 'switching'; readonly network: NetworkId }
  | { readonly state: 'failed'; readonly intent?: Intent; readonly failure: Failure };

/** What has been done on this page since it was loaded, newest first. */
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
  /** What became of it stands in the family's `transfers`, under the same transaction id. */
  | { readonly kind: 'sent'; readonly intent: Intent & { kind: 'send' }; readonly transaction: string }
);

/** What the views may do. A command's failure is also in the store, so a view need not catch it to show it. */
export interface Commands {
  connect(family: FamilyId, walletId: string): void;
  cancel(family: FamilyId): void;
  /** Takes away the last failure of attempt and request. */
  dismiss(family: FamilyId): void;
  disconnect(family: FamilyId): Promise<void>;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
  switchAccount(family: FamilyId, account: AccountId): Promise<void>;
  signMessage(family: FamilyId, message: string): Promise<Signed>;
  signIn(family: FamilyId): Promise<Signed>;
  /** `amount` in the smallest unit, as decimal digits. */
  send(family: FamilyId, to: string, amount: string): Promise<Sent>;
  /** Tries a failed remote again; where only a fresh page can help, its failure says so afterwards. */
  retry(family: FamilyId): Promise<void>;
  reload(): void;
  /** Opens the wallet dialog, with the family's group in view. */
  choose(family: FamilyId): void;
}

/** All that the views are made of: what is, what was asked, what can be done. */
export interface Shell {
  readonly config: PageConfig;
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  readonly activity: Readable<readonly Activity[]>;
  /** What stands between the page and its server, where something does. */
  readonly interceptor: Promise<Interceptor | undefined>;
  readonly commands: Commands;
}
