import { base58 } from '@scure/base';
import { getBase64EncodedWireTransaction } from '@solana/kit';
import type { LandedTransaction } from './cluster.ts';
import { type DecodedTransaction, readTransfer } from './transaction.ts';

type Message = DecodedTransaction['message'];

/** Shows a transaction of the cluster in the form of `getTransaction` with `jsonParsed`. */
export function viewTransaction({ slot, blockTime, message, transaction, ...landed }: LandedTransaction) {
  const { err, logs, preBalances, postBalances, unitsConsumed } = landed;
  return {
    slot,
    blockTime,
    version: message.version,
    meta: {
      err,
      status: toStatus(err),
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
    },
    transaction: {
      signatures: Object.values(transaction.signatures).map((one) => one && base58.encode(one)),
      message: viewMessage(message),
    },
  };
}

/** The same with the encoding `base64`. */
export function toWire({ transaction }: LandedTransaction): readonly [string, 'base64'] {
  return [getBase64EncodedWireTransaction(transaction), 'base64'];
}

/** The deprecated form of a result, which the libraries still read. */
export function toStatus(err: LandedTransaction['err']) {
  return err === null ? { Ok: null } : { Err: err };
}

// The fee is all that leaves the accounts of a transaction, unless it also pays an account of a lookup table.
function toFee(before: readonly number[], after: readonly number[]): number {
  const sum = (balances: readonly number[]) => balances.reduce((total, one) => total + one, 0);
  return sum(before) - sum(after);
}

function viewMessage({ header, staticAccounts, lifetimeToken, instructions }: Message) {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  const firstReadonly = staticAccounts.length - numReadonlyNonSignerAccounts;
  return {
    accountKeys: staticAccounts.map((pubkey, at) => {
      const signer = at < numSignerAccounts;
      const writable = signer ? at < numSignerAccounts - numReadonlySignerAccounts : at < firstReadonly;
      return { pubkey, signer, writable, source: 'transaction' };
    }),
    recentBlockhash: lifetimeToken,
    instructions: instructions.map((one) => viewInstruction(one, staticAccounts)),
  };
}

/** Parses the transfers of the system program, as the real clusters do, and no other instruction. */
function viewInstruction(instruction: Message['instructions'][number], addresses: readonly string[]) {
  const { programAddressIndex, accountIndices = [], data = [] } = instruction;
  const programId = addresses[programAddressIndex];
  const accounts = accountIndices.map((at) => addresses[at]);
  const amount = readTransfer(instruction, addresses);
  if (amount === undefined)
    return { programId, accounts, data: base58.encode(Uint8Array.from(data)), stackHeight: null };
  const [source, destination] = accounts;
  const info = { source, destination, lamports: Number(amount) };
  return { program: 'system', programId, parsed: { type: 'transfer', info }, stackHeight: null };
}
