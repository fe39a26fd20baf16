import type { FailedTransactionMetadata } from 'litesvm';

/** Why a transaction failed, in the form of Solana's RPC, such as `{InstructionError: [0, {Custom: 1}]}`. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/** Solana's transaction errors without fields, by litesvm's numbers. */
export const transactionErrorNames = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

/** Solana's instruction errors without fields, by litesvm's numbers. */
export const instructionErrorNames = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
];

const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
};

/** Puts litesvm's failure into the form of Solana's RPC. */
export function toTransactionError(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err();
  if (typeof error === 'number') return transactionErrorNames[error] ?? 'SanitizeFailure';
  if ('err' in error) return { InstructionError: [error.index, toInstructionError(error.err())] };
  if ('index' in error) return { DuplicateInstruction: error.index };
  const kind = error.constructor.name.replace('TransactionError', '');
  return { [kind]: { account_index: error.accountIndex } };
}

/** The sentence that Solana's RPC says for an error. */
export function toErrorSentence(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? error;
  const failed = error.InstructionError;
  if (!Array.isArray(failed)) return JSON.stringify(error);
  const [index, reason] = failed as [number, string | { Custom: number }];
  const what = typeof reason === 'string' ? reason : `custom program error: 0x${reason.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${what}`;
}

type InstructionFailure = Extract<ReturnType<FailedTransactionMetadata['err']>, { err(): unknown }>;

function toInstructionError(reason: ReturnType<InstructionFailure['err']>): unknown {
  if (typeof reason === 'number') return instructionErrorNames[reason];
  return 'code' in reason ? { Custom: reason.code } : 'BorshIoError';
}
