import type { TransactionError } from './transaction-error.ts';

/** What executing a transaction came to. */
export interface Execution {
  /** Null if it succeeded. */
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
}
