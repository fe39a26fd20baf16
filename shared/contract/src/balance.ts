import type { Failure } from './failure.ts';
import type { AccountId } from './ids.ts';

/** What an account holds of its network's native coin. */
export interface Balance<Namespace extends string = string> {
  readonly account: AccountId<Namespace>;
  /** In the smallest unit (wei, lamport, yoctoNEAR), as decimal digits. */
  readonly amount: string;
  readonly decimals: number;
  readonly symbol: string;
}

/** Why the balance of an account could not be had. */
export interface BalanceFailure<Namespace extends string = string> {
  readonly account: AccountId<Namespace>;
  readonly failure: Failure;
}
