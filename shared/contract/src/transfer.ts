import type { Failure } from './failure.ts';
import type { AccountId, AssetId } from './ids.ts';

/** A send that a wallet has submitted to its network, and its outcome. */
export type Transfer<Namespace extends string = string> = {
  /** The transaction's id as its chain writes it. */
  readonly transaction: string;
  readonly from: AccountId<Namespace>;
  /** The recipient in the chain's own format. */
  readonly to: string;
  /** In the smallest unit, as decimal digits. */
  readonly amount: string;
} & (
  | { readonly state: 'sent' }
  | {
      readonly state: 'landed';
      /**
       * The id under which it landed, if that is another: its wallet has sent the same for another fee, or has answered with
       * the id of an older transaction.
       */
      readonly by?: string;
      readonly comparison?: Comparison;
    }
  | {
      readonly state: 'failed';
      readonly failure: Failure;
      readonly comparison?: Comparison;
    }
  | {
      /** Another transaction replaced it, so that it can never land. */
      readonly state: 'replaced';
      /** The id of the replacing transaction, if known. */
      readonly by?: string;
      /** Comparison of the replacing transaction. */
      readonly comparison?: Comparison;
    }
  | {
      /** It did not land in its time, and never can any more. */
      readonly state: 'expired';
    }
);

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
