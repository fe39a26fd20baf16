import { base58, base64 } from '@scure/base';
import type { LandedTransaction } from './cluster.ts';

/** Shows a transaction that landed, in the form of Solana's RPC. */
export function viewTransaction(landed: LandedTransaction, encoding: 'json' | 'base58' | 'base64') {
  const { slot, blockTime, message } = landed;
  return {
    slot,
    blockTime,
    meta: toMeta(landed),
    transaction: write(landed, encoding),
    version: message.version,
  };
}

function toMeta({ err, logs, preBalances, postBalances, unitsConsumed, message }: LandedTransaction) {
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: toFee(preBalances, postBalances),
    preBalances,
    postBalances,
    innerInstructions: [],
    logMessages: logs,
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    computeUnitsConsumed: unitsConsumed,
    ...(message.version === 0 && { loadedAddresses: { writable: [], readonly: [] } }),
  };
}

// The fee is all that leaves the accounts of a transaction, unless it also pays one from a lookup table.
function toFee(before: readonly number[], after: readonly number[]): number {
  const sum = (balances: readonly number[]) => balances.reduce((total, one) => total + one, 0);
  return sum(before) - sum(after);
}

function write({ bytes, transaction, message }: LandedTransaction, encoding: 'json' | 'base58' | 'base64') {
  if (encoding === 'base58') return [base58.encode(bytes), 'base58'];
  if (encoding === 'base64') return [base64.encode(bytes), 'base64'];
  const signatures = Object.values(transaction.signatures).map((one) =>
    base58.encode(one ?? new Uint8Array(64)),
  );
  return { signatures, message: toMessageView(message) };
}

function toMessageView(message: LandedTransaction['message']) {
  const { header, staticAccounts, lifetimeToken, instructions } = message;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    recentBlockhash: lifetimeToken,
    instructions: instructions.map((one) => ({
      programIdIndex: one.programAddressIndex,
      accounts: one.accountIndices ?? [],
      data: base58.encode(new Uint8Array(one.data ?? [])),
      stackHeight: null,
    })),
    ...(message.version === 0 && { addressTableLookups: message.addressTableLookups ?? [] }),
  };
}
