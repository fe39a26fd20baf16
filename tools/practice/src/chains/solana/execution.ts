import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';

/** Why a transaction failed, in the form of Solana's RPC, such as `{InstructionError: [0, {Custom: 1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The result of an execution. */
export interface Execution {
  /** Null if it succeeded. */
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
}

/** The errors that occur here, by litesvm's numbers. */
const errorNames: Readonly<Record<number, string>> = {
  2: 'AccountNotFound',
  3: 'ProgramAccountNotFound',
  4: 'InsufficientFundsForFee',
  5: 'InvalidAccountForFee',
  6: 'AlreadyProcessed',
  7: 'BlockhashNotFound',
  11: 'SignatureFailure',
  13: 'SanitizeFailure',
};

/** The result for a transaction whose blockhash is not valid. It is not executed. */
export const blockhashNotFound: Execution = { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 };

/** Puts litesvm's result into the form of Solana's RPC. */
export function toExecution(result: FailedTransactionMetadata | TransactionMetadata): Execution {
  const failed = result instanceof FailedTransactionMetadata ? result : undefined;
  const meta = result instanceof FailedTransactionMetadata ? result.meta() : result;
  const err = failed ? toTransactionError(failed) : null;
  return { err, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()) };
}

function toTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err();
  if (typeof error === 'number') return errorNames[error] ?? 'SanitizeFailure';
  if ('err' in error) {
    const reason = error.err();
    // The system program fails with codes of its own. Any other reason is in the logs.
    const isCustom = typeof reason === 'object' && 'code' in reason;
    return { InstructionError: [error.index, isCustom ? { Custom: reason.code } : 'GenericError'] };
  }
  if ('index' in error) return { DuplicateInstruction: error.index };
  const name = error.constructor.name.replace('TransactionError', '');
  return { [name]: { account_index: error.accountIndex } };
}
