import type { Failure } from './failure.ts';
import type { AccountId } from './ids.ts';

/** A send that a wallet has handed to its network, and what became of it. */
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
  | { readonly state: 'landed' }
  | { readonly state: 'failed'; readonly failure: Failure }
);
