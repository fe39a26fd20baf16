import type { Failure } from './failure.ts';
import type { AccountId, AssetId } from './ids.ts';

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

/** The answer to a send: the transaction's id as its chain writes it. */
export interface Sent {
  readonly transaction: string;
  /** The owners of the account have yet to confirm it: the id is their wallet's, and the chain has another one for it. */
  readonly awaits?: 'owners';
}

/** The outcome of a send, as its chain shows it. */
export type Settled =
  /**
   * The chain has no trace of it, and it may still come: a wallet may be asking for it, or hold it back. With a
   * `transaction` it says that this id is an older transaction's; one that the chain does not have yet is `sent`.
   */
  | { readonly state: 'unknown' }
  /** The network or the owners have it, and its execution is unknown. */
  | ({ readonly state: 'sent' } & Sent)
  | ({
      readonly state: 'landed';
      readonly transaction: string;
      /**
       * The id under which it landed, if that is another: its wallet has sent the same for another fee, or has answered with
       * the id of an older transaction.
       */
      readonly by?: string;
    } & Compared &
      Finality)
  | ({
      readonly state: 'failed';
      readonly transaction: string;
      readonly failure: Failure;
    } & Compared &
      Finality)
  /** Another transaction, `by` if known, took its place, so that it can never land. `comparison` is that of `by`. */
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

/** Coins that went from one account to another, as their chain shows it. */
export interface Movement {
  /** The account that paid, in the chain's own format. */
  readonly from: string;
  /** The account that received, in the chain's own format. */
  readonly to: string;
  /** In the smallest unit, as decimal digits. */
  readonly amount: string;
  /** The token; missing for the network's native coin. */
  readonly asset?: AssetId;
}

/**
 * Why a transaction cannot be compared: it went through a contract or program (`contract`), it was submitted by another
 * account (`relayer`), the sender is a contract or became one (`smart-account`), it holds the transfer and more
 * (`more`), or the network does not show it in a known form (`unreadable`).
 */
export type Incomparable = 'contract' | 'relayer' | 'smart-account' | 'more' | 'unreadable';

/**
 * A transaction compared with the requested send: recipient, amount, asset and sender. If it is missing, they were not
 * compared.
 */
export type Comparison =
  | { readonly result: 'as-asked' }
  | {
      readonly result: 'not-as-asked';
      /** The actual movements; empty if the chain shows none. At most 20. */
      readonly moved: readonly Movement[];
      /** True if it moved more than `moved` lists. */
      readonly isPartial?: true;
    }
  | {
      readonly result: 'not-compared';
      readonly why: Incomparable;
      /** The native coins that have left the sender, without the fee, in the smallest unit; missing if unknown. */
      readonly paid?: string;
    };
