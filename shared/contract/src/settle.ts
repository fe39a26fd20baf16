import type { Failure } from './failure.ts';
import type { AccountId } from './ids.ts';
import type { Comparison } from './transfer.ts';

/** The host's side of a send. */
export interface SendOptions {
  /**
   * Stores a note for `Handle.settle`, to find the send on its chain; it replaces the previous one, and is stored
   * synchronously, so that it outlives the page. Call it right before the wallet's prompt, and again when more is known: a
   * send that fails without a note was not sent, one that fails with a note may have been. `undefined` removes the note:
   * certainly nothing was sent, and nothing will be. At most 1,000 characters; nothing secret belongs there.
   */
  noted(note: string | undefined): void;
}

/** A send whose end the page does not know, perhaps of an earlier page. */
export interface Unsettled<Namespace extends string = string> {
  readonly from: AccountId<Namespace>;
  /** The recipient in the chain's own format. */
  readonly to: string;
  /** In the smallest unit, as decimal digits. */
  readonly amount: string;
  /** The id that the wallet has returned. An id of a transaction from before the send is not this one. */
  readonly transaction?: string;
  /** The latest note, as the remote has written it; the remote parses it. */
  readonly note?: string;
  /** The ids of the other sends that the page knows: this one is none of them. */
  readonly others: readonly string[];
}

/** The outcome of a send, as its chain shows it. */
export type Settled =
  /**
   * The chain has no trace of it, and it may still come: a wallet may be asking for it, or hold it back. With a
   * `transaction` it says that this id is an older transaction's; one that the chain does not have yet is `sent`.
   */
  | { readonly state: 'unknown' }
  /** `awaits` as in `Sent`: its execution is unknown. */
  | { readonly state: 'sent'; readonly transaction: string; readonly awaits?: 'owners' }
  | ({
      readonly state: 'landed';
      readonly transaction: string;
      /** The id under which it landed, if that is another. */
      readonly by?: string;
    } & Compared &
      Finality)
  | ({
      readonly state: 'failed';
      readonly transaction: string;
      readonly failure: Failure;
    } & Compared &
      Finality)
  /** `comparison` is that of the transaction `by`. */
  | ({ readonly state: 'replaced'; readonly by?: string } & Compared & Finality)
  /** It has not landed, and never can any more: reported only if that is certain. */
  | { readonly state: 'expired' };

interface Compared {
  /** The transaction compared with the request. */
  readonly comparison?: Comparison;
}

interface Finality {
  /** Whether no reorganization of the chain can change it any more. */
  readonly isFinal: boolean;
}
