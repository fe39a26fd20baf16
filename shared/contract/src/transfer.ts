import type { Comparison } from './comparison.ts';
import type { Failure } from './failure.ts';
import type { AccountId } from './ids.ts';

/** A send that a wallet has handed to its network, and its outcome. */
export type Transfer<Namespace extends string = string> = {
  /** The transaction's id as its chain writes it. */
  readonly transaction: string;
  readonly from: AccountId<Namespace>;
  /** The recipient in the chain's own writing. */
  readonly to: string;
  /** In the smallest unit, as decimal digits. */
  readonly amount: string;
} & (
  | { readonly state: 'sent' }
  | {
      readonly state: 'landed';
      /** The id under which it landed, where its wallet has sent the same again for another fee. */
      readonly by?: string;
      readonly comparison?: Comparison;
    }
  | {
      readonly state: 'failed';
      readonly failure: Failure;
      readonly comparison?: Comparison;
    }
  | {
      /** Something else took its place, so that it can never land. */
      readonly state: 'replaced';
      /** The id of what took its place, where it is known. */
      readonly by?: string;
      /** Of what took its place. */
      readonly comparison?: Comparison;
    }
  | {
      /** It did not land in its time, and never can any more. */
      readonly state: 'expired';
    }
);
