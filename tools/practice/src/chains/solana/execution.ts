import { base58, base64 } from '@scure/base';
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm';

/** Why a transaction failed, in the form of Solana's RPC, such as `{InstructionError: [0, {Custom: 1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** The result of an execution. */
export interface Execution {
  /** Null if it succeeded. */
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
}

/** The errors that occur here, by litesvm's numbers: the names and sentences of Solana's RPC. */
const errors: Readonly<Record<number, readonly [name: string, sentence: string]>> = {
  2: ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  3: ['ProgramAccountNotFound', 'Attempt to load a program that does not exist'],
  4: ['InsufficientFundsForFee', 'Insufficient funds for fee'],
  5: ['InvalidAccountForFee', 'This account may not be used to pay transaction fees'],
  6: ['AlreadyProcessed', 'This transaction has already been processed'],
  7: ['BlockhashNotFound', 'Blockhash not found'],
  11: ['SignatureFailure', 'Transaction did not pass signature verification'],
  13: ['SanitizeFailure', 'Transaction failed to sanitize accounts offsets correctly'],
};

/** The result for a transaction whose blockhash is not valid. It is not executed. */
export const blockhashNotFound: Execution = {
  err: 'BlockhashNotFound',
  logs: [],
  unitsConsumed: 0,
  returnData: null,
};

/** Puts litesvm's result into the form of Solana's RPC. */
export function toExecution(result: FailedTransactionMetadata | TransactionMetadata): Execution {
  const failed = result instanceof FailedTransactionMetadata ? result : undefined;
  const meta = result instanceof FailedTransactionMetadata ? result.meta() : result;
  const returned = meta.returnData();
  const data = returned.data();
  return {
    err: failed ? toTransactionError(failed) : null,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : { programId: base58.encode(returned.programId()), data: [base64.encode(data), 'base64'] },
  };
}

function toTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err();
  if (typeof error === 'number') return errors[error]?.[0] ?? 'SanitizeFailure';
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

/** The sentence of Solana's RPC for an error. */
export function toErrorSentence(error: TransactionError): string {
  if (typeof error === 'string') return Object.values(errors).find(([name]) => name === error)?.[1] ?? error;
  const { InstructionError: failed } = error;
  if (!Array.isArray(failed)) return JSON.stringify(error);
  const [index, reason] = failed as [number, string | { Custom: number }];
  const sentence =
    typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${sentence}`;
}
